import { useEffect, useMemo, useState } from 'react';
import type { DrawnLevel } from '../../charts/price/paint.ts';
import type { PriceMenuRequest } from '../../charts/price/price-chart.tsx';
import type { InitialAlert } from '../../entities/alerts/alert-form.tsx';
import { formatPrice } from '../../lib/format/numbers.ts';
import { onDemand } from '../../ui/states/on-demand.tsx';
import type { ChartLevels } from './chart-levels.ts';
import { ChartMenu, LevelBar } from './level-bar.tsx';
import { toDrawnLevel } from './level-text.ts';
import { levelWords as words } from './level-words.ts';
import { useChartAlerts } from './use-chart-alerts.ts';
import { type DraggedPrice, roundToCents, useDrawing, useLevels } from './use-levels.ts';

const AlertDialog = onDemand(async () => (await import('../../entities/alerts/alert-dialog.tsx')).AlertDialog, true);

interface Props {
	id: number;
	ticker: string;
	/** How many shares one share of the chart has become through later splits; 1 if there were no later splits. */
	laterSplits: number;
	/** Called with the levels to draw and the chart's handlers. */
	onChange: (levels: ChartLevels) => void;
}

/** Shows the drawing controls for the reader's levels and alerts. Passes the levels and the pointer handlers to the chart. */
export function Levels({ id, ticker, laterSplits, onChange }: Props) {
	const levels = useLevels(id, laterSplits);
	const alerts = useChartAlerts({ id, ticker, laterSplitRatio: laterSplits });
	const [menuRequest, setMenuRequest] = useState<PriceMenuRequest>();
	const [alertStart, setAlertStart] = useState<InitialAlert>();
	const drawing = useDrawing(levels, ({ price, grip }) =>
		grip === undefined ? alerts.add({ kind: 'line', price }) : alerts.move(grip, price),
	);
	const { pick, drag, kind, dragged } = drawing;
	const lines = useMemo(
		() => [
			...(levels.levels ?? []).map(toDrawnLevel),
			...alerts.lines
				.filter(({ grip }) => dragged === undefined || grip === undefined || grip !== dragged.grip)
				// Alerts can't be dragged while a tool is active, because pressing then draws.
				.map((level) => (kind === undefined ? level : { ...level, grip: undefined })),
			...(dragged === undefined ? [] : [createDragLine(dragged)]),
		],
		[levels.levels, alerts.lines, dragged, kind],
	);
	const picking = kind === 'alert' ? 'drag' : kind !== undefined;
	const openMenu = (request: PriceMenuRequest): void => setMenuRequest({ ...request, price: roundToCents(request.price) });
	// biome-ignore lint/correctness/useExhaustiveDependencies: the functions are new on every render, but their behavior depends on these values alone
	useEffect(() => onChange({ lines, picking, pick, drag, openMenu }), [onChange, lines, kind, drawing.first, laterSplits]);
	return (
		<>
			<LevelBar levels={levels} drawing={drawing} placeAlert={(level) => void alerts.add(level)} />
			{menuRequest ? (
				<ChartMenu
					request={menuRequest}
					placeAlert={(price) => void alerts.add({ kind: 'line', price })}
					openForm={(price) => setAlertStart({ ticker, value: String(roundToCents(price / laterSplits)) })}
					close={() => setMenuRequest(undefined)}
				/>
			) : null}
			{alertStart ? <AlertDialog start={alertStart} close={() => setAlertStart(undefined)} /> : null}
		</>
	);
}

function createDragLine({ price, grip }: DraggedPrice): DrawnLevel {
	return { level: { kind: 'line', price }, label: words.alertAt(formatPrice(price)), grip };
}
