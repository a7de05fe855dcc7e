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
	const newest = reading.latest ? msOf(reading.latest) : undefined;
	const today = now ?? newest;
	return (
		<div className={css['chips']}>
			<Popover button={<ReportLabel state={state} reading={reading} now={now} />} label={words.label} prefetch={PickerPanel.fetch}>
				{(close) =>
					today === undefined ? (
						<p className={css['message']}>{words.noSlots}</p>
					) : (
						<PickerPanel
							today={newYorkDate(today)}
							current={state.report ?? reading.time ?? undefined}
							latest={reading.latest}
							oldest={reading.oldest}
							open={(date, counts) => {
								close();
								if (date === undefined) reading.accept();
								const to: ListHome = date === undefined ? (home === '/reports' ? '/main' : home) : '/reports';
								void navigate(listLink(to, withReport(state, date, counts)));
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
		const at = msOf(state.report);
		return <EtTime ms={at}>{words.archived(etDateTime(at))}</EtTime>;
	}
	if (reading.time === undefined) return '…';
	if (reading.time === null) return words.none;
	const at = msOf(reading.time);
	return <EtTime ms={at}>{reading.newer === undefined ? words.latestNow(etClockOn(at, now)) : words.reading(etClockOn(at, now))}</EtTime>;
}
