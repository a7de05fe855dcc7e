/** Repeatable random numbers, under the folder that tests import from. */
export { createRandom, type Random } from '../statistics/random.ts';
