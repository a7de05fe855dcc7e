import type { ParameterSet } from './parameters.ts';

/** One tick as a log return is the smallest possible move; the scale of price never falls below half of it. */
export function priceFloor(close: number, { price }: ParameterSet): number {
	return price.floorShare * Math.log(1 + (close >= price.pennyBelow ? price.tick : price.pennyTick) / close);
}
