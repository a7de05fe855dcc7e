import { type MentionBlock, mentionBlock } from '@sw/domain/prices/blocks';
import type { VisibleBatches } from '../postgres/records/batches.ts';
import { repeated } from './bars.ts';
import { insertRows, type Series } from './series.ts';
import { MENTIONS } from './tables.ts';
import { counts, oneOf, within } from './where.ts';

/** Writes hourly mention counts under an open batch. */
export const insertMentions = (series: Series, block: MentionBlock, batch: number): Promise<void> => {
	const { tickerId, time, source, mentions, retweets } = block;
	const columns = { ticker_id: tickerId, time, source, mentions, retweets, batch: repeated(batch, block.count) };
	return insertRows(series, 'mentions', MENTIONS, columns, block.count);
};

/** Hours that start from `from` up to `to` (UTC seconds, `to` excluded), of the given tickers, all when undefined, by ticker, time, source. */
export const mentionsBetween = async (
	series: Series,
	ids: ArrayLike<number> | undefined,
	from: number,
	to: number,
	seen: VisibleBatches,
): Promise<MentionBlock> => {
	const conditions = [...(ids ? [oneOf('ticker_id', ids)] : []), within('time', from, to), counts('batch', seen)];
	const query = `SELECT ${Object.keys(MENTIONS)} FROM mentions WHERE ${conditions.join(' AND ')} ORDER BY ticker_id, time, source, batch`;
	const line = ids && ids.length <= 10 ? series.requests : series.bulk;
	const { count, columns } = await line.read(MENTIONS, query);
	const { ticker_id, time, source } = columns;
	const block = mentionBlock(count);
	for (let i = 0; i < count; i += 1) {
		if (i + 1 < count && ticker_id[i] === ticker_id[i + 1] && time[i] === time[i + 1] && source[i] === source[i + 1]) continue;
		const at = block.count++;
		block.tickerId[at] = ticker_id[i] as number;
		block.time[at] = time[i] as number;
		block.source[at] = source[i] as number;
		block.mentions[at] = columns.mentions[i] as number;
		block.retweets[at] = columns.retweets[i] as number;
	}
	return block;
};
