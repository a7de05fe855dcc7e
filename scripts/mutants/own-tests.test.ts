import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createProject } from '../check/testing/fixture-project.ts';
import { createTestFinder } from './own-tests.ts';

it("finds a package's tests that reach a file, the nearest first, rendered pages last, and none of another package", () => {
	using built = createProject({
		'packages/a/src/deep.ts': 'export const a = 1;',
		'packages/a/src/middle.ts': "export { a } from './deep.ts';",
		'packages/a/src/far.test.ts': "import { a } from './middle.ts';",
		'packages/a/src/near.test.ts': "import { a } from './deep.ts';",
		'packages/a/src/page.test.tsx': "import { a } from './deep.ts';",
		'packages/a/src/typed.test.ts': "import type { a } from './deep.ts';",
		'packages/b/src/other.test.ts': "import { a } from '@sw/a/deep';",
	});
	const tests = ['near.test.ts', 'far.test.ts', 'page.test.tsx'].map((name) => join(built.root, 'packages/a/src', name));
	expect(createTestFinder(built.root, 'packages/a')('packages/a/src/deep.ts')).toEqual(tests);
});

it('runs only the nearest of the slow tests, and all of the others', () => {
	using built = createProject({
		'packages/a/src/deep.ts': 'export const a = 1;',
		'packages/a/src/middle.ts': "export { a } from './deep.ts';",
		'packages/a/src/far.store.test.ts': "import { a } from './middle.ts';",
		'packages/a/src/far.test.ts': "import { a } from './middle.ts';",
		'packages/a/src/near.store.test.ts': "import { a } from './deep.ts';",
		'packages/a/src/page.test.tsx': "import { a } from './deep.ts';",
	});
	const tests = ['near.store.test.ts', 'far.test.ts'].map((name) => join(built.root, 'packages/a/src', name));
	expect(createTestFinder(built.root, 'packages/a', { store: 1, page: 0 })('packages/a/src/deep.ts')).toEqual(tests);
});
