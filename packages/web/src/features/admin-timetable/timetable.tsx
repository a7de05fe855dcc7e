import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { LICENCES } from '@sw/domain/reports/licence';
import type { ReportTime } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { ADMIN, LIVE } from '../../entities/administration/admin-query.ts';
import { type AdminSearch, adminLink } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import type { Api } from '../../lib/api/client.ts';
import { buttonClass } from '../../ui/button.ts';
import form from '../../ui/forms/form.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { clockOf, type DraftSlot, linesFrom, slotsByLicence } from './draft.ts';
import { AddSlot, SlotRows } from './slot-rows.tsx';
import css from './timetable.module.css';
import { timetableWords as words } from './words.ts';

/** The daily reports and the licences that open them: edited slot by slot, saved for one date or many. */
export function AdminTimetable({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const date = /^\d{4}-\d\d-\d\d$/.test(search['date'] ?? '') ? search['date']! : undefined;
	const clock = useQuery({ ...dayQuery(api, newYorkDate(Date.now())), enabled: date === undefined });
	const shown = date ?? (clock.data ? newYorkDate(Date.parse(clock.data.now)) : undefined);
	const { data, isError, refetch } = useQuery({ ...dayQuery(api, shown ?? ''), enabled: shown !== undefined });
	const day = data?.date === shown ? data : undefined;
	const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		void navigate(adminLink('timetable', { date: String(new FormData(event.currentTarget).get('date') ?? '') }));
	};
	return (
		<>
			<PageHead title={words.title} />
			<p className={css['note']}>{words.note}</p>
			<form className={css['row']} onSubmit={onSubmit} key={`of ${shown}`}>
				<label className={css['field']}>
					{words.date}
					<input name="date" type="date" className={form['input']} defaultValue={shown} />
				</label>
				<button type="submit" className={buttonClass}>
					{words.show}
				</button>
			</form>
			{isError || clock.isError ? (
				<LoadFailed retry={() => void (date === undefined && clock.isError ? clock.refetch() : refetch())} />
			) : null}
			{day || isError || clock.isError ? null : (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			)}
			{day && !day.session ? <StateBox title={words.closed(day.date)} detail={words.closedDetail(day.holiday?.name ?? null)} /> : null}
			{day?.session ? <Editor key={day.date} day={{ ...day, session: day.session }} /> : null}
		</>
	);
}

/** The edited slots of one day, and the dates to save them for. */
function Editor({ day }: { day: Schedule & { session: NonNullable<Schedule['session']> } }) {
	const { api } = useRouteContext({ from: '__root__' });
	const [draft, write] = useState<DraftSlot[] | null>(null);
	const [span, choose] = useState({ from: day.date, to: day.date });
	const slots = draft ?? slotsOf(day);
	const session = { open: Date.parse(day.session.open), close: Date.parse(day.session.close) };
	const { from, to } = span;
	const act = async (done: Promise<{ written: number }>): Promise<string> => {
		const { written } = await done;
		write(null);
		return words.written(written, from, to);
	};
	const isSpan = from !== '' && to !== '';
	return (
		<>
			{day.session.early_close ? <p className={css['note']}>{words.early}</p> : null}
			<Preview slots={slots} />
			<SlotRows day={session} slots={slots} write={write} />
			<AddSlot day={session} slots={slots} write={write} />
			{draft === null ? null : (
				<p className={css['row']} role="status">
					{words.unsaved}
					<button type="button" className={buttonClass} onClick={() => write(null)}>
						{words.undo}
					</button>
				</p>
			)}
			<fieldset className={css['dates']}>
				<legend>{words.dates}</legend>
				{(['from', 'to'] as const).map((end) => (
					<label key={end} className={css['field']}>
						{words[end]}
						<input
							type="date"
							className={form['input']}
							value={span[end]}
							onChange={(event) => choose({ ...span, [end]: event.currentTarget.value })}
						/>
					</label>
				))}
				<ActionButton
					label={words.write}
					will={words.writeWill(slots.length, from, to)}
					sure={words.sure}
					disabled={!isSpan || slots.length === 0}
					act={() => act(api.operations.fillSchedule({ body: { from, to, slots: linesFrom(session, slots) } }))}
				/>
				<ActionButton
					label={words.fill}
					will={words.fillWill(from, to)}
					sure={words.sure}
					disabled={!isSpan}
					act={() => act(api.operations.fillSchedule({ body: { from, to } }))}
				/>
				<ActionButton
					label={words.reset}
					will={words.resetWill(from, to)}
					sure={words.sure}
					disabled={!isSpan}
					act={() => act(api.operations.resetSchedule({ body: { from, to } }))}
				/>
			</fieldset>
		</>
	);
}

function slotsOf({ items }: Schedule): DraftSlot[] {
	return items.map(({ date, report, algo, is_use }) => ({ at: Date.parse(date) as ReportTime, report, algo, is_use }));
}

export type Schedule = AnswerOf<Contract['reports']['schedule']>;

/** The current slots of a date. */
function dayQuery(api: Api, date: string) {
	return queryOptions({ queryKey: [...ADMIN, 'timetable', date], queryFn: () => api.reports.schedule({ query: { time: date } }), ...LIVE });
}

/** The day for each licence: full cells are open, outlined ones locked. */
function Preview({ slots }: { slots: readonly DraftSlot[] }) {
	const day = slotsByLicence(slots);
	return (
		<section className={css['preview']} aria-label={words.preview}>
			{LICENCES.map((licence) => {
				const open = day.filter(({ licences }) => licences.includes(licence));
				return (
					<div key={licence}>
						<p>{words.previewOf(licence, open.length, day.length)}</p>
						<div className={css['strip']} aria-hidden="true">
							{day.map(({ slot, licences }) => (
								<span
									key={slot.at}
									title={clockOf(slot.at)}
									data-open={licences.includes(licence) || undefined}
									data-forecast={slot.algo === 'forecast' || undefined}
								/>
							))}
						</div>
					</div>
				);
			})}
		</section>
	);
}
