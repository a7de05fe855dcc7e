import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkModuleTree, modulePathsOf } from './module-tree.ts';
import { createProject, problemsIn } from './testing/fixture-project.ts';

function page(tree: string): string {
	return `# Project\n\n## Modules\nSome words.\n\`\`\`\n${tree}\n\`\`\`\n\n## Other\n`;
}

const TREE = `packages/              all code
  server/src/          acts
    main.ts            reads the environment,
                       and starts
    market/            moves
      life/ slots/     its states; its quarters
    areas/<area>/      handlers
    areas/
docs/`;
const FOLDERS = ['main.ts', 'market/life/a.ts', 'market/slots/a.ts', 'market/testing/a.ts', 'areas/filters/a.ts'];

function moduleTree(tree: string, folders: string[] = FOLDERS): string[] {
	return problemsIn(
		{ 'docs/architecture.md': page(tree), ...Object.fromEntries(folders.map((file) => [`packages/server/src/${file}`, ''])) },
		checkModuleTree,
	);
}

describe('checkModuleTree', () => {
	it('reads the tree', () => {
		expect(modulePathsOf(page(TREE))).toEqual([
			'packages/',
			'packages/server/src/',
			'packages/server/src/main.ts',
			'packages/server/src/market/',
			'packages/server/src/market/life/',
			'packages/server/src/market/slots/',
			'packages/server/src/areas/<area>/',
			'packages/server/src/areas/',
			'docs/',
		]);
	});

	it('accepts a tree that matches the folders', () => {
		expect(moduleTree(TREE)).toEqual([]);
	});

	it('fails on a named folder or file that does not exist', () => {
		expect(moduleTree(TREE.replace('life/ slots/', 'life/ slots/ gone/'))).toEqual([
			"docs/architecture.md: packages/server/src/market/gone/ doesn't exist",
		]);
		expect(moduleTree(TREE, FOLDERS.slice(1))).toEqual(["docs/architecture.md: packages/server/src/main.ts doesn't exist"]);
	});

	it('fails on a folder that the tree does not name, at any level', () => {
		expect(moduleTree(TREE, [...FOLDERS, 'attic/a.ts', 'market/cellar/a.ts'])).toEqual([
			"docs/architecture.md: doesn't name packages/server/src/attic/",
			"docs/architecture.md: doesn't name packages/server/src/market/cellar/",
		]);
	});

	it('ignores folders without files, which an older checkout leaves behind', () => {
		const files = Object.fromEntries(FOLDERS.map((file) => [`packages/server/src/${file}`, '']));
		using project = createProject({ 'docs/architecture.md': page(TREE), ...files });
		mkdirSync(join(project.root, 'packages/server/src/attic/corner'), { recursive: true });
		expect(checkModuleTree(project.root)).toEqual([]);
	});

	it('fails on a page without a tree', () => {
		expect(problemsIn({ 'docs/architecture.md': '## Modules\nNone.\n\n## Other\n```\npackages/\n```\n' }, checkModuleTree)).toEqual([
			"docs/architecture.md: no fenced tree under '## Modules'",
		]);
	});
});
