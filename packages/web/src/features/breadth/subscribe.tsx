import { keyText } from '@sw/domain/attention/breadth';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { BreadthState } from '../../lib/api/types.ts';
import { formatShare, parseNumber } from '../../lib/format/numbers.ts';
import { buttonClass } from '../../ui/button.ts';
import field from '../../ui/form.module.css';
import panel from '../../ui/panel.module.css';
import { useSubmit } from '../../ui/use-submit.ts';
import css from './breadth.module.css';
import type { BreadthChoice } from './breadth-view.ts';
import { type BreadthSelection, stateQuery } from './queries.ts';
import { SLICES } from './slices.ts';
import { words } from './words.ts';

interface Props {
	state: BreadthChoice;
	/** The current breadth. */
	breadth: BreadthState;
	selection: BreadthSelection;
}

/** Sets an alert for when the next report has been counted, or for when the breadth reaches a level. */
export function Subscribe({ state, breadth: currentBreadth, selection }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const id = useId();
	const sending = useSubmit();
	const [text, setText] = useState('');
	const [wrong, setWrong] = useState(false);
	const label = TIMEFRAMES.find(({ name }) => name === state.timeframe)?.label ?? state.timeframe;
	const changeSubscription = (body: { level: number | null; active: boolean }): void =>
		sending.send(async () => {
			const answer = await api.attention.subscribeSectorAnalysis({ body: { key: keyText(state), depth: state.depth, ...body } });
			queryClient.setQueryData(stateQuery(api, selection).queryKey, answer);
		});
	const { subscription } = currentBreadth;
	return (
		<section className={panel['panel']} aria-labelledby={`${id}h`}>
			<h2 id={`${id}h`} className={panel['title']}>
				{words.notify}
			</h2>
			<p className={css['quiet']}>{words.tellWhat(SLICES[state.slice].name, label, subscription?.depth ?? state.depth)}</p>
			{subscription ? (
				<p className={css['row']}>
					<span role="status">{subscription.level === null ? words.nextNotice : words.levelNotice(formatShare(subscription.level))}</span>
					<button
						type="button"
						className={buttonClass}
						disabled={sending.busy}
						onClick={() => changeSubscription({ level: null, active: false })}
					>
						{words.stop}
					</button>
				</p>
			) : (
				<form
					className={css['row']}
					noValidate
					onSubmit={(event) => {
						event.preventDefault();
						const level = parseShare(text);
						setWrong(level === undefined);
						if (level !== undefined) changeSubscription({ level, active: true });
					}}
				>
					<button
						type="button"
						className={buttonClass}
						disabled={sending.busy}
						onClick={() => changeSubscription({ level: null, active: true })}
					>
						{words.tellNext}
					</button>
					<label className={css['level']}>
						{words.level}
						<input
							className={field['input']}
							inputMode="decimal"
							value={text}
							aria-invalid={wrong}
							aria-describedby={wrong ? `${id}f` : undefined}
							onChange={({ currentTarget }) => {
								setText(currentTarget.value);
								setWrong(false);
							}}
						/>
					</label>
					<button type="submit" className={buttonClass} disabled={sending.busy}>
						{words.tellLevel}
					</button>
				</form>
			)}
			{wrong ? (
				<p id={`${id}f`} className={field['fault']} role="alert">
					{words.levelWrong}
				</p>
			) : null}
			{sending.failure === null ? null : (
				<p className={field['fault']} role="alert">
					{sending.failure}
				</p>
			)}
		</section>
	);
}

/** Converts a typed percentage to a share from 0 to 1; undefined if invalid. */
function parseShare(text: string): number | undefined {
	const percent = parseNumber(text);
	return percent !== undefined && percent >= 0 && percent <= 100 ? percent / 100 : undefined;
}
