import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itWhere } from '@sw/domain/testing/it-where';
import { describe, expect } from 'vitest';
import { hasPython, NO_PYTHON } from '../anchors/testing/local-tsa.ts';

const when = itWhere(hasPython, NO_PYTHON);
const VERIFIER = readFileSync(join(import.meta.dirname, 'verify.py'), 'utf8');

/** What a file uses that is later than Python 3.9. */
function laterIn(text: string): string[] {
	const scan = join(import.meta.dirname, 'testing/python39.py');
	const { stdout, stderr } = spawnSync('python3', ['-I', scan], { encoding: 'utf8', input: text });
	expect(stderr).toBe('');
	return stdout.split('\n').filter((line) => line !== '');
}

describe('verify.py', () => {
	when('uses nothing that is later than Python 3.9, and nothing but its standard library', () => {
		expect(laterIn(VERIFIER)).toEqual([]);
	});

	when('would be found to use something later', () => {
		const later: [string, string][] = [
			['match 1:\n    case _:\n        pass', 'syntax: Pattern matching is only supported in Python 3.10 and greater'],
			['import datetime\nprint(datetime.UTC)', 'datetime.UTC'],
			['print(list(zip([], [], strict=True)))', 'argument strict'],
			['print((3).bit_count())', 'method bit_count'],
			['def read(text: str | None): pass', 'annotation'],
			['from random import random', 'module random'],
			['import cryptography', 'module cryptography'],
		];
		for (const [text, found] of later) expect(laterIn(`${VERIFIER}\n${text}\n`), text).toEqual([found]);
	});
});
