import { join } from 'node:path';
import { embedCalls, previews } from '@sw/contract/outreach/previews';
import { hostOf } from '@sw/domain/previews/preview-key';
import { FLAG_STALE } from '@sw/domain/signals/report-table';
import { candidateDirection, candidateLabel } from '@sw/domain/signals/sector';
import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { bindQueries } from '@sw/store/postgres/records/bind-queries';
import * as storedPreviews from '@sw/store/postgres/records/outreach/previews';
import type { AuditAct } from '../../areas/audit-act.ts';
import { type Implementation, implement } from '../../areas/handlers.ts';
import type { DrawnTicker } from '../../areas/previews/drawing/picture-cache.ts';
import { createEmbedHandlers, type EmbedParts } from '../../areas/previews/embeds/embed-handlers.ts';
import { createPreviewsHandlers } from '../../areas/previews/handlers.ts';
import { createPreviewFiles } from '../../areas/previews/preview-files.ts';
import { createTopTables, floorToQuarterHour, type PriceParts } from '../../areas/prices/top-tables.ts';
import type { SignalsParts } from '../../areas/signals/ports.ts';
import { createVisitorOutline, createVisitorRowFinder } from '../../areas/signals/visitors/visitor-detail.ts';
import type { Config } from '../../config/config.ts';
import { embedPolicy } from '../../http/content-policy.ts';
import { Problem } from '../../platform/errors.ts';
import { systemRandomSource } from '../../platform/random-source.ts';

export interface PreviewsWiring extends PriceParts, SignalsParts {
	config: Pick<Config, 'folder' | 'origin'>;
	stores: Pick<Stores, 'records'>;
	wall: { now(): number };
	audit: AuditAct;
}

export interface Previews {
	area: Implementation;
	/** Deletes the files of removed pictures; to be called once a day. */
	sweep(): Promise<void>;
}

/** Opens the preview pictures of pages for link cards: uploaded, or drawn from public data. */
export function openPreviews({ config, stores, wall, audit, ...publicParts }: PreviewsWiring): Previews {
	const { db } = stores.records;
	const { directory, reports, prices, source, now } = publicParts;
	const files = createPreviewFiles(join(config.folder, 'previews'), wall.now);
	const readOutline = createVisitorOutline(publicParts);
	const records = bindQueries(storedPreviews, db);

	const loadDrawnTicker = async (symbol: string): Promise<DrawnTicker | undefined> => {
		const listedTicker = directory.bySymbol(symbol);
		if (!listedTicker) return undefined;
		const nameOnly = { symbol: listedTicker.symbol, name: listedTicker.name };
		const question = { tab_type: 'extreme_rise', timeframes: 'first' } as const;
		const tickerOutline = await readOutline(listedTicker.id, question).catch((error: unknown) => {
			if (error instanceof Problem && error.code === 'not_found') return undefined;
			throw error;
		});
		if (!tickerOutline) return nameOnly;
		const direction = candidateDirection(question.tab_type, tickerOutline.operation, tickerOutline.listed);
		const wheel = createWheelModel(tickerOutline.sectors, strategyNamed(question.timeframes), direction);
		const candidate = candidateLabel(question.tab_type, tickerOutline.operation, tickerOutline.listed);
		return { ...nameOnly, report: { asOf: Date.parse(tickerOutline.report.as_of), wheel, rate: tickerOutline.weighted_sum, candidate } };
	};

	return {
		area: implement(
			previews,
			createPreviewsHandlers({
				records,
				files,
				table: createTopTables(publicParts).table,
				ticker: loadDrawnTicker,
				source,
				cacheVersion: () => {
					const { hash = '', version = 0 } = reports.latest(null) ?? {};
					return `${hash}.${version}.${prices.version()}.${floorToQuarterHour(now())}`;
				},
				siteHost: hostOf(config.origin),
				now: () => utcMs(wall.now()),
				uuid: systemRandomSource.uuid,
				audit,
			}),
		),
		sweep: async () => files.sweep(new Set(await records.previewIds())),
	};
}

interface EmbedsWiring extends SignalsParts {
	config: Pick<Config, 'origin'>;
}

/** Strategy of an embed's rate, the same as the default of a ticker's page. */
const STRATEGY = 'first';

/** Opens the tickers embedded in other sites: the same content as a visitor's page, from the same report. */
export function openEmbeds({ config, ...publicParts }: EmbedsWiring): Implementation {
	const { reports, prices, source } = publicParts;
	const readOutline = createVisitorOutline(publicParts);
	const findRow = createVisitorRowFinder(publicParts);
	const strategy = strategyNamed(STRATEGY);
	const longestTimeframe = Math.max(...strategy.rated);

	const loadEmbeddedTicker: EmbedParts['ticker'] = async (id, tab) => {
		const tickerOutline = await readOutline(id, { tab_type: tab, timeframes: STRATEGY });
		const tickerRow = await findRow(id);
		return {
			id,
			symbol: tickerOutline.ticker,
			name: tickerOutline.name,
			tab,
			rate: tickerOutline.weighted_sum,
			candidate: candidateLabel(tab, tickerOutline.operation, tickerOutline.listed),
			wheel: createWheelModel(tickerOutline.sectors, strategy, candidateDirection(tab, tickerOutline.operation, tickerOutline.listed)),
			timeframe: TIMEFRAMES[longestTimeframe]?.label ?? '',
			report: Date.parse(tickerOutline.date),
			stale: (tickerRow.table.flags[tickerRow.row]! & FLAG_STALE) !== 0,
			source: source.label,
			simulated: source.simulated,
		};
	};

	return implement(
		embedCalls,
		createEmbedHandlers({
			ticker: loadEmbeddedTicker,
			cacheVersion: () => {
				const { hash = '', version = 0 } = reports.latest(null) ?? {};
				return `${hash}.${version}.${prices.id}`;
			},
			origin: config.origin,
			policy: embedPolicy,
		}),
	);
}
