import { join } from 'node:path';
import { exchangeDate } from '@sw/domain/time/units';
import { CORPUS_TODAY } from './corpus.ts';
import type { CorpusCase } from './corpus-case.ts';
import { importAll } from './import-all.ts';
import { CORPUS_FOLDER } from './make-corpus.ts';

export interface CorpusReading {
	/** In the form of a case's `gives`. */
	gives: string[];
	messages: string;
}

/** Reads the files of a case as they are committed, or those of another folder in their place. */
export async function readCase({ name, options }: CorpusCase, folder = CORPUS_FOLDER): Promise<CorpusReading> {
	const results = await importAll(join(folder, name), { ...options, today: exchangeDate(CORPUS_TODAY) });
	return {
		gives: results.map(({ summary, refused = '' }) => {
			if (!summary) return refused.replace('broken', 'failed');
			const { symbols, rows, accepted, rejects } = summary;
			const reasons = Object.entries(rejects.byReason).map(([reason, count]) => ` ${reason} ${count}`);
			return `${[...symbols.keys()].sort().join()} ${accepted}/${rows}${reasons.sort().join('')}`;
		}),
		messages: results.map(({ name: file, message }) => (message ? `${file}: ${message}` : '')).join('\n'),
	};
}
