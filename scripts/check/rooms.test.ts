import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenRooms, roomsOf } from './rooms.ts';
import { house, said } from './testing/house.ts';

const page = (tree: string): string => `# House\n\n## Rooms\nSome words.\n\`\`\`\n${tree}\n\`\`\`\n\n## Other\n`;
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
const rooms = (tree: string, folders: string[] = FOLDERS): string[] =>
	said(
		{ 'docs/architecture.md': page(tree), ...Object.fromEntries(folders.map((file) => [`packages/server/src/${file}`, ''])) },
		brokenRooms,
	);

describe('the gate for the rooms of the plan', () => {
	it('reads the tree', () => {
		expect(roomsOf(page(TREE))).toEqual([
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

	it('passes a plan that is the house', () => {
		expect(rooms(TREE)).toEqual([]);
	});

	it('fails on a room of the plan that is not there', () => {
		expect(rooms(TREE.replace('life/ slots/', 'life/ slots/ gone/'))).toEqual([
			'docs/architecture.md: the room packages/server/src/market/gone/ is not there',
		]);
		expect(rooms(TREE, FOLDERS.slice(1))).toEqual(['docs/architecture.md: the room packages/server/src/main.ts is not there']);
	});

	it('fails on a room of the house that the plan does not name, also in the second row', () => {
		expect(rooms(TREE, [...FOLDERS, 'attic/a.ts', 'market/cellar/a.ts'])).toEqual([
			'docs/architecture.md: does not name the room packages/server/src/attic/',
			'docs/architecture.md: does not name the room packages/server/src/market/cellar/',
		]);
	});

	it('leaves alone what holds no file: an older checkout leaves empty folders behind', () => {
		const files = Object.fromEntries(FOLDERS.map((file) => [`packages/server/src/${file}`, '']));
		using built = house({ 'docs/architecture.md': page(TREE), ...files });
		mkdirSync(join(built.root, 'packages/server/src/attic/corner'), { recursive: true });
		expect(brokenRooms(built.root)).toEqual([]);
	});

	it('fails on a page without a tree', () => {
		expect(said({ 'docs/architecture.md': '## Rooms\nNone.\n\n## Other\n```\npackages/\n```\n' }, brokenRooms)).toEqual([
			"docs/architecture.md: no fenced tree under '## Rooms'",
		]);
	});
});
