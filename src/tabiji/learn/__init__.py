"""Players taught by self-play: a network for each game, trained by PPO on the batched environment."""
