import type { Screen } from '../shell/world.ts';

export const sayLines = (screen: Screen, lines: readonly string[]): void => screen.write(`${lines.join('\n')}\n`);

/** One document, to be read by people too. */
export const sayJson = (screen: Screen, value: unknown): void => screen.write(`${JSON.stringify(value, null, '\t')}\n`);

/** One document a line, for programs that read as it comes. */
export const sayJsonLine = (screen: Screen, value: unknown): void => screen.write(`${JSON.stringify(value)}\n`);
