import { newYorkDate } from '@sw/domain/time/zone';
import { useNavigate } from '@tanstack/react-router';
import { useOpenReport } from '../entities/readings/reading.ts';
import { tickerLink } from '../entities/ticker/links.ts';
import type { TickerState } from '../entities/ticker/ticker-state.ts';
import { ComparePanel } from '../features/ticker/compare/compare-panel.tsx';
import { compareWords as words } from '../features/ticker/compare/compare-words.ts';
import type { WorkspaceDetail } from '../lib/api/types.ts';
import { etDateTime, msOf } from '../lib/format/times.ts';
import { Popover } from '../ui/dialogs/popover.tsx';
import { onDemand } from '../ui/states/on-demand.tsx';

const PickerPanel = onDemand(async () => (await import('../features/reports/picker-panel.tsx')).PickerPanel);

/** Compares two reports of the ticker. A picker selects the other report. */
export function Compare({ detail, state }: { detail: WorkspaceDetail; state: TickerState }) {
	return <ComparePanel detail={detail} state={state} picker={<ComparePicker id={detail.ticker_id} state={state} />} />;
}

/** Selects the report to compare with the open one. */
function ComparePicker({ id, state }: { id: number; state: TickerState }) {
	const navigate = useNavigate();
	const { latest, oldest } = useOpenReport();
	const { against } = state;
	const label = against === undefined ? words.button : words.with(etDateTime(msOf(against)));
	return (
		<Popover button={label} label={words.pick} prefetch={PickerPanel.fetch}>
			{(close) =>
				latest ? (
					<PickerPanel
						today={newYorkDate(msOf(latest))}
						current={against ?? state.list.report ?? latest}
						latest={latest}
						oldest={oldest}
						open={(date) => {
							close();
							void navigate({ ...tickerLink(id, { ...state, against: date ?? latest }), resetScroll: false });
						}}
					/>
				) : null
			}
		</Popover>
	);
}
