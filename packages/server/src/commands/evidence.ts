/**
 * `npm run evidence -- <folder>`: what the daily bars of a whole market say about the price score. The folder holds prices-*.csv.gz by month
 * (symbol, date, open, close, volume among the columns) and, when there is one, corporate_actions_derived.csv.
 * `npm run evidence -- crowd <mentions> <daily>`: how well spikes of mentions predicted returns. The first folder holds tables of posts or counts, the
 * second a file of daily bars for each symbol.
 */
import { resolve } from 'node:path';
import { crowdEvidence } from './evidence/crowd-evidence.ts';
import { evidence } from './evidence/evidence.ts';

const given = process.argv.slice(2).filter((argument) => argument !== '--');
const ofCrowd = given[0] === 'crowd';
const folders = given.slice(ofCrowd ? 1 : 0).map((folder) => resolve(process.env['INIT_CWD'] ?? process.cwd(), folder));
if (folders.length !== (ofCrowd ? 2 : 1)) {
	console.error(
		'Usage: npm run evidence -- <folder of prices-*.csv.gz>, or npm run evidence -- crowd <folder of mentions> <folder of daily bars>',
	);
	process.exit(2);
}
const [first = '', second = ''] = folders;
try {
	if (ofCrowd) crowdEvidence(first, second, (line) => console.log(line));
	else evidence(first, (line) => console.log(line));
} catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exit(2);
}
