/** A small project of files in a temporary folder, for testing the checks. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface FixtureProject extends Disposable {
	root: string;
	files: string[];
}

/** `texts`: content of each file, by its path from the root. */
export function createProject(texts: Readonly<Record<string, string>>): FixtureProject {
	const root = mkdtempSync(join(tmpdir(), 'signalwheel-fixture-'));
	for (const [file, text] of Object.entries(texts)) {
		mkdirSync(dirname(join(root, file)), { recursive: true });
		writeFileSync(join(root, file), text);
	}
	return { root, files: Object.keys(texts), [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

/** The lines that a check reports for such a project. */
export function problemsIn(texts: Readonly<Record<string, string>>, check: (root: string, files: string[]) => string[]): string[] {
	using project = createProject(texts);
	return check(project.root, project.files);
}
