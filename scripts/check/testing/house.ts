/** A small house of files in a folder of its own, for the gates to be tried on. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface House extends Disposable {
	root: string;
	files: string[];
}

/** `texts`: path from the root -> text. */
export const house = (texts: Readonly<Record<string, string>>): House => {
	const root = mkdtempSync(join(tmpdir(), 'signalwheel-house-'));
	for (const [file, text] of Object.entries(texts)) {
		mkdirSync(dirname(join(root, file)), { recursive: true });
		writeFileSync(join(root, file), text);
	}
	return { root, files: Object.keys(texts), [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
};

/** What a gate says of a house. */
export const said = (texts: Readonly<Record<string, string>>, gate: (root: string, files: string[]) => string[]): string[] => {
	using built = house(texts);
	return gate(built.root, built.files);
};
