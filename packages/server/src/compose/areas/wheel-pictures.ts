import type { NamedWheel } from '@sw/domain/inbox/message';
import { computeRowRate, countRows } from '@sw/domain/reports/list/ranking';
import { extractRow, rowOfTicker } from '@sw/domain/reports/list/row-mask';
import { presentSectors, rowDepths } from '@sw/domain/reports/present';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { candidateDirection, candidateLabel, tabOperation } from '@sw/domain/signals/sector';
import { tabSectors } from '@sw/domain/signals/tabs';
import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { drawCard } from '../../areas/previews/drawing/card-svg.ts';
import { drawPng } from '../../areas/previews/drawing/picture-cache.ts';
import type { Source } from '../../market/window/source.ts';
import { createSemaphore, QueueFullError } from '../../platform/concurrency/semaphore.ts';
import { createSingleFlight } from '../../platform/concurrency/single-flight.ts';
import type { ReportedMarket } from '../core/market.ts';

/** Number of pictures cached for other recipients of the same alert. */
const CACHED_PICTURES = 50;
/** Width in pixels: two thirds of a preview's width, because drawing then takes less than half the time. */
const WIDTH = 800;
/** Most drawings that wait at a time. Each takes some hundredths of a second; messages beyond this limit are sent without a picture. */
const MAX_WAITING = 8;

interface PictureParts {
	readonly source: Pick<Source, 'label'>;
	readonly parameters: ParameterSet;
	/** The product's host. */
	readonly siteHost: string;
	onError(message: string, error: unknown): void;
}

/** Draws the wheel of a message from the report that it names, each wheel once. Undefined where the report or ticker is unavailable. */
export function createWheelPictures(
	{ reports, directory }: Pick<ReportedMarket, 'directory'> & { reports: Pick<ReportedMarket['reports'], 'at' | 'table'> },
	{ source, parameters, siteHost, onError }: PictureParts,
): (wheel: NamedWheel) => Promise<Buffer | undefined> {
	const drawOnce = createSingleFlight<string, Buffer | undefined>({ maxCached: CACHED_PICTURES });
	const queueDrawing = createSemaphore({ maxQueued: MAX_WAITING });

	const drawSvg = async ({ tickerId, time, tab, strategy: name }: NamedWheel): Promise<string | undefined> => {
		const facts = reports.at(time);
		const table = facts && (await reports.table(facts));
		const row = table ? rowOfTicker(table, tickerId) : -1;
		const ticker = directory.byId(tickerId);
		if (!table || row === -1 || !ticker) return undefined;
		const [strategy, operation] = [strategyNamed(name), tabOperation(tab)];
		const question = { tab, operation, strategy };
		const listed = countRows(extractRow(table, row), question, parameters) > 0;
		const sectors = presentSectors(rowDepths(table, row, strategy.rated, tab), tabSectors(tab, operation), tab);
		const candidate = candidateLabel(tab, operation, listed);
		return drawCard({
			title: ticker.symbol,
			subtitle: ticker.name,
			asOf: time,
			source: source.label,
			rows: [],
			wheel: {
				model: createWheelModel(sectors, strategy, candidateDirection(tab, operation, listed)),
				rate: computeRowRate(table, row, question, parameters),
			},
			message: `${candidate.charAt(0).toUpperCase()}${candidate.slice(1)}`,
			site: siteHost,
		});
	};

	return (wheel) =>
		drawOnce(JSON.stringify(wheel), async () => {
			const svg = await drawSvg(wheel);
			return svg === undefined ? undefined : queueDrawing(() => drawPng(svg, WIDTH));
		}).catch((error) => {
			// A message without its picture is better than none.
			if (!(error instanceof QueueFullError)) onError('failed to draw the wheel of an alert', error);
			return undefined;
		});
}
