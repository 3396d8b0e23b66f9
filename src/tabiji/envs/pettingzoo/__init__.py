"""The games as PettingZoo environments: `from tabiji.envs.pettingzoo import tokaido_v0`."""
