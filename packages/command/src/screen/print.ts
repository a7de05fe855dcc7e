import type { Screen } from '../shell/world.ts';

export function printLines(screen: Screen, lines: readonly string[]): void {
	screen.write(`${lines.join('\n')}\n`);
}

/** One document, indented for people. */
export function printJson(screen: Screen, value: unknown): void {
	screen.write(`${JSON.stringify(value, null, '\t')}\n`);
}

/** One document on one line, for programs that read a stream. */
export function printJsonLine(screen: Screen, value: unknown): void {
	screen.write(`${JSON.stringify(value)}\n`);
}
