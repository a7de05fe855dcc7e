/**
 * `npm run evidence -- <folder>`: tests the price score on the daily bars of a whole market. The folder has files prices-*.csv.gz (with the columns symbol,
 * date, open, close and volume) and optionally corporate_actions_derived.csv, and filings.csv (symbol, accepted), which splits the last table.
 * `npm run evidence -- crowd <mentions> <daily>`: tests how well spikes of mentions predicted returns. The first folder has tables of posts or counts, the
 * second a file of daily bars for each symbol.
 * `npm run evidence -- calibrate [file]`: measures in simulated markets without effects how often intervals hold, how often luck looks like skill, and which
 * added effects are found. Takes minutes. Writes a Markdown page to the file, or to standard output.
 * `npm run evidence -- planted <URL> <data folder>`: tests what filters for the planted effects, and random ones, find in a running simulated market.
 * `npm run evidence -- replicate <daily> <hours> [file]`: measures published effects on a folder of daily bars (as above) and hourly bars of SPY in LEAN's
 * layout.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { calibrate, FULL_STUDY } from './evidence/calibrate.ts';
import { printCrowdEvidence } from './evidence/crowd-evidence.ts';
import { printEvidence } from './evidence/evidence.ts';
import { printPlantedEvidence } from './evidence/planted.ts';
import { replicate } from './evidence/replicate.ts';
import { answerHelp } from './help.ts';

const USAGE = `Usage: npm run evidence -- <folder of prices-*.csv.gz>
       npm run evidence -- crowd <folder of mentions> <folder of daily bars>
       npm run evidence -- calibrate [file]
       npm run evidence -- planted <URL of a running server> <its data folder>
       npm run evidence -- replicate <folder of prices-*.csv.gz> <hourly bars of SPY> [file]`;
answerHelp(USAGE);

const args = process.argv.slice(2).filter((argument) => argument !== '--');
const [topic = ''] = args;
const isTopic = topic === 'crowd' || topic === 'calibrate' || topic === 'planted' || topic === 'replicate';
const paths = args.slice(isTopic ? 1 : 0).map((path) => resolve(process.env['INIT_CWD'] ?? process.cwd(), path));
const [minimum, maximum] =
	topic === 'calibrate' ? [0, 1] : topic === 'replicate' ? [2, 3] : topic === 'crowd' || topic === 'planted' ? [2, 2] : [1, 1];
const isComplete = paths.length >= minimum && paths.length <= maximum;
if (!isComplete) {
	console.error(USAGE);
	process.exit(2);
}
const [first = '', second = '', third = ''] = paths;
try {
	if (topic === 'crowd') printCrowdEvidence(first, second, (line) => console.log(line));
	else if (topic === 'planted') await printPlantedEvidence(args[1] ?? '', second, (line) => console.log(line));
	else if (topic === 'calibrate')
		write(
			calibrate(FULL_STUDY, (line) => console.error(line)),
			first,
		);
	else if (topic === 'replicate') write(await replicate(first, second), third);
	else printEvidence(first, (line) => console.log(line));
} catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exit(2);
}

function write(page: string, file: string): void {
	if (file) writeFileSync(file, page);
	else console.log(page);
}
