import { newYorkDate } from '@sw/domain/time/zone';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { msOf } from '../../lib/format/times.ts';
import field from '../../ui/form.module.css';
import panel from '../../ui/panel.module.css';
import css from './breadth.module.css';
import { words } from './words.ts';

/** Lets administrators recount the breadth of all reports of a date. `time`: the report whose date is preselected. */
export function RecountBreadth({ time }: { time: string | undefined }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const [typedDate, setTypedDate] = useState<string>();
	const date = typedDate ?? (time === undefined ? '' : newYorkDate(msOf(time)));
	return (
		<section className={`${panel['panel']} ${css['again']}`} aria-labelledby="again">
			<h2 id="again" className={panel['title']}>
				{words.recount}
			</h2>
			<div className={css['row']}>
				<label className={css['level']}>
					{words.recountDate}
					<input type="date" className={field['input']} value={date} onChange={({ currentTarget }) => setTypedDate(currentTarget.value)} />
				</label>
				<ActionButton
					label={words.recount}
					effect={words.recountEffect(date)}
					confirmLabel={words.recountConfirm}
					disabled={date === ''}
					act={async () => {
						const { state } = await api.attention.countSectorAnalysis({ body: { date } });
						await queryClient.invalidateQueries({ queryKey: ['attention', 'breadth'] });
						return words.recountQueued(state);
					}}
				/>
			</div>
		</section>
	);
}
