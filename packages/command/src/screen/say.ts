import type { Screen } from '../shell/world.ts';

export const sayLines = (screen: Screen, lines: readonly string[]): void => screen.write(`${lines.join('\n')}\n`);

/** One document, indented for people. */
export const sayJson = (screen: Screen, value: unknown): void => screen.write(`${JSON.stringify(value, null, '\t')}\n`);

/** One document on one line, for programs that read a stream. */
export const sayJsonLine = (screen: Screen, value: unknown): void => screen.write(`${JSON.stringify(value)}\n`);
