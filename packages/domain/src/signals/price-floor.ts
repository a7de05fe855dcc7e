import type { ParameterSet } from './parameters.ts';

/** One tick as a log return is the smallest possible move; the scale of price never falls below half of it. */
export const priceFloor = (close: number, { price }: ParameterSet): number =>
	price.floorShare * Math.log(1 + (close >= price.pennyBelow ? price.tick : price.pennyTick) / close);
