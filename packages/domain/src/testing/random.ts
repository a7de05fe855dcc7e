/** Repeatable random numbers, exported again so that tests can import them from this folder. */
export { createRandom, type Random } from '../statistics/random.ts';
