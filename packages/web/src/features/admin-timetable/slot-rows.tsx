import { ALGOS, type Algo, LICENCES, type Licence } from '@sw/domain/reports/licence';
import { type FormEvent, useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import cards from '../../ui/cards-table.module.css';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import table from '../../ui/data-table.module.css';
import edges from '../../ui/edges.module.css';
import form from '../../ui/forms/form.module.css';
import { changeSlot, clockOf, type Day, type DraftSlot, faultOf, instantOf, type SlotFault, slotsByLicence, withSlot } from './draft.ts';
import css from './timetable.module.css';
import { timetableWords as words } from './words.ts';

interface Props {
	day: Day;
	slots: readonly DraftSlot[];
	write(slots: DraftSlot[]): void;
}

/** The slots of a day, each with its licence, algo and use. */
export function SlotRows({ day, slots, write }: Props) {
	const open = new Map(slotsByLicence(slots).map(({ slot, licences }) => [slot.at, licences.join(', ')]));
	return (
		<ScrollBox className={`${css['rows']} ${table['scroll']} ${cards['cards']}`} label={words.slots}>
			<table className={table['table']}>
				<thead>
					<tr className={edges['edges']}>
						<th scope="col">{words.time}</th>
						<th scope="col">{words.algo}</th>
						<th scope="col">{words.level}</th>
						<th scope="col">{words.use}</th>
						<th scope="col">{words.opens}</th>
						<th scope="col">
							<span className="visually-hidden">{words.remove}</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{slots.map(({ at, algo, report, is_use }) => {
						const clock = clockOf(at);
						return (
							<tr key={at}>
								<th scope="row">{clock}</th>
								<td data-label={words.algo}>
									{faultOf([], day, { at, algo: 'reverse' }) === null ? (
										<Choice<Algo>
											label={words.at(clock, words.algo)}
											value={algo}
											choices={ALGOS}
											set={(other) => write(changeSlot(slots, at, { algo: other }))}
										/>
									) : (
										algo
									)}
								</td>
								<td data-label={words.level}>
									<Choice<Licence>
										label={words.at(clock, words.level)}
										value={report}
										choices={LICENCES}
										set={(level) => write(changeSlot(slots, at, { report: level }))}
									/>
								</td>
								<td data-label={words.use}>
									<label className={css['use']}>
										<input
											type="checkbox"
											aria-label={words.at(clock, words.use)}
											checked={is_use}
											onChange={(event) => write(changeSlot(slots, at, { is_use: event.currentTarget.checked }))}
										/>
									</label>
								</td>
								<td data-label={words.opens}>{open.get(at) ?? words.nobody}</td>
								<td>
									<button
										type="button"
										className={buttonClass}
										aria-label={words.at(clock, words.remove)}
										onClick={() => write(slots.filter((slot) => slot.at !== at))}
									>
										{words.remove}
									</button>
								</td>
							</tr>
						);
					})}
				</tbody>
			</table>
		</ScrollBox>
	);
}

function Choice<T extends string>({ label, value, choices, set }: { label: string; value: T; choices: readonly T[]; set(value: T): void }) {
	return (
		<select aria-label={label} className={form['input']} value={value} onChange={(event) => set(event.currentTarget.value as T)}>
			{choices.map((one) => (
				<option key={one}>{one}</option>
			))}
		</select>
	);
}

/** Adds a slot at a time of the day. */
export function AddSlot({ day, slots, write }: Props) {
	const [typed, give] = useState<{ clock: string; algo: Algo; report: Licence }>({ clock: '', algo: 'reverse', report: 'pro' });
	const [fault, find] = useState<SlotFault>(null);
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		const { clock, algo, report } = typed;
		const slot = { at: instantOf(day, clock), algo, report, is_use: true };
		const wrong = clock === '' ? 'time' : faultOf(slots, day, slot);
		find(wrong);
		if (wrong !== null) return;
		write(withSlot(slots, slot));
		give({ ...typed, clock: '' });
	};
	return (
		<form className={css['row']} onSubmit={onSubmit}>
			<label className={css['field']}>
				{words.time}
				<input
					type="time"
					className={form['input']}
					value={typed.clock}
					aria-invalid={fault !== null}
					aria-describedby={fault === null ? undefined : 'slot-fault'}
					onChange={(event) => give({ ...typed, clock: event.currentTarget.value })}
				/>
			</label>
			<div className={css['field']}>
				{words.algo}
				<Choice<Algo> label={words.algo} value={typed.algo} choices={ALGOS} set={(algo) => give({ ...typed, algo })} />
			</div>
			<div className={css['field']}>
				{words.level}
				<Choice<Licence> label={words.level} value={typed.report} choices={LICENCES} set={(report) => give({ ...typed, report })} />
			</div>
			<button type="submit" className={buttonClass}>
				{words.add}
			</button>
			{fault === null ? null : (
				<p id="slot-fault" role="alert" className={form['fault']}>
					{words.fault(fault)}
				</p>
			)}
		</form>
	);
}
