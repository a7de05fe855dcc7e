import type { OutputStream, World } from '../shell/world.ts';

export function printLines(output: OutputStream, lines: readonly string[]): void {
	output.write(`${lines.join('\n')}\n`);
}

/** Prints one document, indented for people. */
export function printJson(output: OutputStream, value: unknown): void {
	output.write(`${JSON.stringify(value, null, '\t')}\n`);
}

/** Prints one document on one line, for programs that read a stream. */
export function printJsonLine(output: OutputStream, value: unknown): void {
	output.write(`${JSON.stringify(value)}\n`);
}

interface Paint {
	dim(text: string): string;
	rise(text: string): string;
	fall(text: string): string;
}

function createColouring(code: number) {
	return (text: string): string => `\u001b[${code}m${text}\u001b[0m`;
}

function identity(text: string): string {
	return text;
}

const NO_COLOURS: Paint = { dim: identity, rise: identity, fall: identity };
const COLOURS: Paint = { dim: createColouring(2), rise: createColouring(32), fall: createColouring(31) };

/** Returns colours for a terminal; none for other outputs, or if the user has opted out (https://no-color.org). */
export function createPaint({ env, out }: Pick<World, 'env' | 'out'>): Paint {
	return out.isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb' ? COLOURS : NO_COLOURS;
}
