"""Environments for reinforcement learning: observations, batches of games on a CPU or GPU, and adapters."""
