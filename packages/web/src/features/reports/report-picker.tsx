import { newYorkDate } from '@sw/domain/time/zone';
import { useNavigate } from '@tanstack/react-router';
import { type ListHome, listLink } from '../../entities/list-state/search.ts';
import { type ListState, withReport } from '../../entities/list-state/state.ts';
import type { OpenReport } from '../../entities/readings/reading.ts';
import { etClockOn, etDateTime, msOf } from '../../lib/format/times.ts';
import { Popover } from '../../ui/dialogs/popover.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { pickerWords as words } from './picker-words.ts';
import css from './reports.module.css';

const PickerPanel = onDemand(async () => (await import('./picker-panel.tsx')).PickerPanel);

interface Props {
	home: ListHome;
	state: ListState;
	reading: OpenReport;
	/** Market time in ms; undefined while unknown. */
	now: number | undefined;
}

/** Shows a button with the open report. The button opens a panel to choose another report. */
export function ReportPicker({ home, state, reading, now }: Props) {
	const navigate = useNavigate();
	const newestMs = reading.latest ? msOf(reading.latest) : undefined;
	const todayMs = now ?? newestMs;
	return (
		<div className={css['chips']}>
			<Popover button={<ReportLabel state={state} reading={reading} now={now} />} label={words.label} prefetch={PickerPanel.fetch}>
				{(close) =>
					todayMs === undefined ? (
						<p className={css['message']}>{words.noSlots}</p>
					) : (
						<PickerPanel
							today={newYorkDate(todayMs)}
							current={state.report ?? reading.time ?? undefined}
							latest={reading.latest}
							oldest={reading.oldest}
							open={(date, withCounts) => {
								close();
								if (date === undefined) reading.accept();
								const targetHome: ListHome = date === undefined ? (home === '/reports' ? '/main' : home) : '/reports';
								void navigate(listLink(targetHome, withReport(state, date, withCounts)));
							}}
						/>
					)
				}
			</Popover>
		</div>
	);
}

function ReportLabel({ state, reading, now }: Pick<Props, 'state' | 'reading' | 'now'>) {
	if (state.report !== undefined) {
		const reportMs = msOf(state.report);
		return <EtTime ms={reportMs}>{words.archived(etDateTime(reportMs))}</EtTime>;
	}
	if (reading.time === undefined) return '…';
	if (reading.time === null) return words.none;
	const reportMs = msOf(reading.time);
	return (
		<EtTime ms={reportMs}>
			{reading.newerMs === undefined ? words.latestNow(etClockOn(reportMs, now)) : words.reading(etClockOn(reportMs, now))}
		</EtTime>
	);
}
