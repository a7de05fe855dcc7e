import { formatKey } from '@sw/domain/attention/breadth';
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
	currentBreadth: BreadthState;
	selection: BreadthSelection;
}

/** Sets an alert for when the next report has been counted, or for when the breadth reaches a level. */
export function Subscribe({ state, currentBreadth, selection }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const id = useId();
	const submission = useSubmit();
	const [text, setText] = useState('');
	const [isInvalid, setInvalid] = useState(false);
	const label = TIMEFRAMES.find(({ name }) => name === state.timeframe)?.label ?? state.timeframe;
	const changeSubscription = (body: { level: number | null; active: boolean }): void =>
		submission.send(async () => {
			const response = await api.attention.subscribeSectorAnalysis({ body: { key: formatKey(state), depth: state.depth, ...body } });
			queryClient.setQueryData(stateQuery(api, selection).queryKey, response);
		});
	const { subscription } = currentBreadth;
	return (
		<section className={panel['panel']} aria-labelledby={`${id}h`}>
			<h2 id={`${id}h`} className={panel['title']}>
				{words.notify}
			</h2>
			<p className={css['quiet']}>{words.alertSubject(SLICES[state.slice].name, label, subscription?.depth ?? state.depth)}</p>
			{subscription ? (
				<p className={css['row']}>
					<span role="status">{subscription.level === null ? words.nextAlert : words.levelAlert(formatShare(subscription.level))}</span>
					<button
						type="button"
						className={buttonClass}
						disabled={submission.busy}
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
						setInvalid(level === undefined);
						if (level !== undefined) changeSubscription({ level, active: true });
					}}
				>
					<button
						type="button"
						className={buttonClass}
						disabled={submission.busy}
						onClick={() => changeSubscription({ level: null, active: true })}
					>
						{words.notifyNext}
					</button>
					<label className={css['level']}>
						{words.level}
						<input
							className={field['input']}
							inputMode="decimal"
							value={text}
							aria-invalid={isInvalid}
							aria-describedby={isInvalid ? `${id}f` : undefined}
							onChange={({ currentTarget }) => {
								setText(currentTarget.value);
								setInvalid(false);
							}}
						/>
					</label>
					<button type="submit" className={buttonClass} disabled={submission.busy}>
						{words.notifyLevel}
					</button>
				</form>
			)}
			{isInvalid ? (
				<p id={`${id}f`} className={field['fault']} role="alert">
					{words.levelWrong}
				</p>
			) : null}
			{submission.failure === null ? null : (
				<p className={field['fault']} role="alert">
					{submission.failure}
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
