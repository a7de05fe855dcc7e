import { createRandom, type Random } from '../statistics/random.ts';

/** The tests' names for repeatable random numbers. */
export type Chance = Random;
export const chance = createRandom;
