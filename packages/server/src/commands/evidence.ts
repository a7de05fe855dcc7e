/**
 * `npm run evidence -- <folder>`: what the daily bars of a whole market say about the price score. The folder holds prices-*.csv.gz by month
 * (symbol, date, open, close, volume among the columns) and, when there is one, corporate_actions_derived.csv.
 */
import { resolve } from 'node:path';
import { evidence } from './evidence/evidence.ts';

const [folder, ...more] = process.argv.slice(2).filter((argument) => argument !== '--');
if (folder === undefined || more.length > 0) {
	console.error('Usage: npm run evidence -- <folder of prices-*.csv.gz>');
	process.exit(2);
}
try {
	evidence(resolve(process.env['INIT_CWD'] ?? process.cwd(), folder), (line) => console.log(line));
} catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exit(2);
}
