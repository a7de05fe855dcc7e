import { describe, expect, it } from 'vitest';
import { compareVersions, isVersion } from '../../packages/domain/src/access/semantic-version.ts';
import { processorOf } from './archive.ts';
import { cutRelease, notesOf } from './changelog.ts';
import { createSbom, nameOf } from './sbom.ts';

const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n### Added\n- One.\n\n## [0.1.0] - 2026-01-01\n\nFirst.\n';

describe('a release in the changelog', () => {
	it('takes what waits, and leaves an empty section for what comes', () => {
		const text = cutRelease(CHANGELOG, '0.2.0', '2026-02-03');
		expect(text).toBe(
			'# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n### Added\n- One.\n\n## [0.1.0] - 2026-01-01\n\nFirst.\n',
		);
		expect(notesOf(text, '0.2.0')).toBe('### Added\n- One.');
		expect(notesOf(text, '0.1.0')).toBe('First.');
		expect(notesOf(text, '9.9.9')).toBeUndefined();
	});

	it('finds the section whatever follows its title', () => {
		const text = cutRelease(CHANGELOG.replace('[Unreleased]', '[Unreleased] '), '0.2.0', '2026-02-03');
		expect(notesOf(text, '0.2.0')).toBe('### Added\n- One.');
	});

	it('is refused twice, and without entries', () => {
		expect(() => cutRelease(CHANGELOG, '0.1.0', '2026-02-03')).toThrow('already has a section [0.1.0]');
		const text = cutRelease(CHANGELOG, '0.2.0', '2026-02-03');
		expect(() => cutRelease(text, '0.3.0', '2026-02-03')).toThrow('no entries under [Unreleased]');
	});
});

describe('versions', () => {
	it('are semantic', () => {
		expect(['0.2.0', '10.0.1', '1.0.0-rc.1'].every(isVersion)).toBe(true);
		expect(['v1.0.0', '1.0', '01.0.0', '1.0.0-', '1.0.0+build', ''].some(isVersion)).toBe(false);
	});

	it('are ordered by their precedence', () => {
		const ordered = ['0.9.9', '0.10.0', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.0.1'];
		expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
		expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
		expect(() => compareVersions('1.2', '1.2.3')).toThrow("1.2 isn't a semantic version");
	});
});

describe('the list of what is inside', () => {
	const product = { name: 'signalwheel', version: '0.2.0', license: 'Apache-2.0' };
	const packages = new Map([
		['node_modules/zod', { version: '4.0.0', license: 'MIT', integrity: `sha512-${Buffer.from('hash').toString('base64')}` }],
		['node_modules/a/node_modules/@b/c', { version: '1.0.0', license: '(MIT OR Apache-2.0)' }],
		['node_modules/@b/c', { version: '1.0.0', license: '(MIT OR Apache-2.0)' }],
	]);

	it('names each package in one version once, with hash and licence', () => {
		const { components, metadata, serialNumber } = JSON.parse(createSbom(product, packages));
		expect(metadata.component).toMatchObject({ name: 'signalwheel', version: '0.2.0' });
		expect(serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
		expect(components).toEqual([
			{
				type: 'library',
				'bom-ref': 'pkg:npm/%40b/c@1.0.0',
				group: '@b',
				name: 'c',
				version: '1.0.0',
				licenses: [{ expression: '(MIT OR Apache-2.0)' }],
				purl: 'pkg:npm/%40b/c@1.0.0',
			},
			{
				type: 'library',
				'bom-ref': 'pkg:npm/zod@4.0.0',
				name: 'zod',
				version: '4.0.0',
				hashes: [{ alg: 'SHA-512', content: Buffer.from('hash').toString('hex') }],
				licenses: [{ license: { id: 'MIT' } }],
				purl: 'pkg:npm/zod@4.0.0',
			},
		]);
	});

	it('is the same for the same packages, in any order', () => {
		expect(createSbom(product, new Map([...packages].reverse()))).toBe(createSbom(product, packages));
		expect(nameOf('node_modules/a/node_modules/@b/c')).toBe('@b/c');
	});
});

describe('the processor of a file', () => {
	const elf = (machine: number, data = 1): Buffer => {
		const header = Buffer.alloc(20);
		header.writeUInt32BE(0x7f454c46, 0);
		header[5] = data;
		if (data === 1) header.writeUInt16LE(machine, 18);
		else header.writeUInt16BE(machine, 18);
		return header;
	};

	it('is in its header, in either order of bytes', () => {
		expect([elf(62), elf(183), elf(183, 2), elf(9)].map(processorOf)).toEqual(['x64', 'arm64', 'arm64', 'machine 9']);
		expect(processorOf(Buffer.from('#!/bin/sh\nexec something'))).toBeUndefined();
		expect(processorOf(elf(62).subarray(0, 19))).toBeUndefined();
	});
});
