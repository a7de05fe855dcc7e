import type { World } from '../shell/world.ts';

export interface Paint {
	dim(text: string): string;
	rise(text: string): string;
	fall(text: string): string;
}

function sequence(code: number) {
	return (text: string): string => `\u001b[${code}m${text}\u001b[0m`;
}

function asItIs(text: string): string {
	return text;
}

const NONE: Paint = { dim: asItIs, rise: asItIs, fall: asItIs };
const COLOURS: Paint = { dim: sequence(2), rise: sequence(32), fall: sequence(31) };

/** Colours only on a terminal that has not opted out (https://no-color.org). */
export function createPaint({ env, out }: Pick<World, 'env' | 'out'>): Paint {
	return out.isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb' ? COLOURS : NONE;
}
