import { createMentionBlock, type MentionBlock, type MentionSpan } from '@sw/domain/prices/blocks';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import { repeatBatch } from './bars.ts';
import { createColumnArrays } from './engine/native.ts';
import { insertRows, type Series } from './engine/series.ts';
import { betweenSeconds, int, inVisibleBatches, oneOf } from './engine/sql.ts';
import { MENTION_SPANS, MENTIONS } from './engine/tables.ts';

/** Writes hourly mention counts, and which hours were counted, under an open batch. */
export async function insertMentions(series: Series, block: MentionBlock, batch: number): Promise<void> {
	const { tickerId, time, source, mentions, retweets, authors, spans } = block;
	const columns = { ticker_id: tickerId, time, source, mentions, retweets, authors, batch: repeatBatch(batch, block.count) };
	if (block.count > 0) await insertRows(series, 'mentions', MENTIONS, columns, block.count);
	if (spans.length === 0) return;
	const spanColumns = createColumnArrays(MENTION_SPANS, spans.length);
	spans.forEach((span, i) => {
		spanColumns.ticker_id[i] = span.tickerId;
		spanColumns.source[i] = span.source;
		spanColumns.since[i] = span.from;
		spanColumns.until[i] = span.to;
		spanColumns.counter[i] = span.counter;
		spanColumns.batch[i] = batch;
	});
	await insertRows(series, 'mention_spans', MENTION_SPANS, spanColumns, spans.length);
}

/**
 * Reads counts of hours that start in [from, to) (UTC seconds), for these tickers (default: all), by ticker, time, source. Contains only stored rows:
 * `queryMentionSpans` says which hours were counted.
 */
export async function queryMentions(
	series: Series,
	ids: ArrayLike<number> | undefined,
	from: number,
	to: number,
	visible: VisibleBatches,
): Promise<MentionBlock> {
	const conditions = [...(ids ? [oneOf('ticker_id', ids)] : []), betweenSeconds('time', from, to), inVisibleBatches('batch', visible)];
	const query = `SELECT ${Object.keys(MENTIONS)} FROM mentions WHERE ${conditions.join(' AND ')} ORDER BY ticker_id, time, source, batch`;
	const connection = ids && ids.length <= 10 ? series.requests : series.bulk;
	const { count, columns } = await connection.read(MENTIONS, query);
	const { ticker_id, time, source } = columns;
	const block = createMentionBlock(count);
	for (let i = 0; i < count; i += 1) {
		if (i + 1 < count && ticker_id[i] === ticker_id[i + 1] && time[i] === time[i + 1] && source[i] === source[i + 1]) continue;
		const at = block.count++;
		block.tickerId[at] = ticker_id[i]!;
		block.time[at] = time[i]!;
		block.source[at] = source[i]!;
		block.mentions[at] = columns.mentions[i]!;
		block.retweets[at] = columns.retweets[i]!;
		block.authors[at] = columns.authors[i]!;
	}
	return block;
}

/** Reads spans that overlap [from, to) (UTC seconds), cut to it, by start. For one ticker, includes the spans of all tickers. */
export async function queryMentionSpans(
	series: Series,
	id: number | undefined,
	from: number,
	to: number,
	visible: VisibleBatches,
): Promise<MentionSpan[]> {
	const conditions = [
		...(id === undefined ? [] : [oneOf('ticker_id', [0, id])]),
		`since < toDateTime(${int(to)}, 'UTC') AND until > toDateTime(${int(from)}, 'UTC')`,
		inVisibleBatches('batch', visible),
	];
	const query = `SELECT ${Object.keys(MENTION_SPANS)} FROM mention_spans WHERE ${conditions.join(' AND ')} ORDER BY since, source, ticker_id, batch`;
	const { count, columns } = await (id === undefined ? series.bulk : series.requests).read(MENTION_SPANS, query);
	return Array.from({ length: count }, (_, i) => ({
		tickerId: columns.ticker_id[i]!,
		source: columns.source[i]!,
		from: Math.max(from, columns.since[i]!),
		to: Math.min(to, columns.until[i]!),
		counter: columns.counter[i]!,
	}));
}
