/** `npm run vectors -- <file>...`: runs the cases of vector files. Exit codes: 0 all pass, 1 a case fails, 2 a file can't be read. */
import { readFileSync } from 'node:fs';
import { formatExpected, parseVectorFile, type VectorFile } from '@sw/domain/testing/vector-file';
import { runVectors } from '@sw/domain/testing/vectors';

function readVectors(path: string): VectorFile {
	try {
		return parseVectorFile(readFileSync(path, 'utf8'));
	} catch (error) {
		console.error(`${path}: ${error instanceof Error ? error.message : String(error)}`);
		process.exit(2);
	}
}

const paths = process.argv.slice(2).filter((argument) => argument !== '--');
if (paths.length === 0) {
	console.error('usage: npm run vectors -- <file>...');
	process.exit(2);
}

const results = paths.map(readVectors).flatMap(runVectors);
for (const { case: entry, actual, error } of results.filter(({ pass }) => !pass)) {
	console.log(`FAIL ${entry.id} (${entry.fn})`);
	console.log(`  expected ${formatExpected(entry.expected)}`);
	console.log(`  got      ${error ?? JSON.stringify(actual)}`);
}
const passed = results.filter(({ pass }) => pass).length;
console.log(`${passed} of ${results.length} pass`);
process.exitCode = passed === results.length ? 0 : 1;
