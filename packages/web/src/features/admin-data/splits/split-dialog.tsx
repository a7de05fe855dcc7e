import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ActionButton } from '../../../entities/administration/action-button.tsx';
import { formatPrice, parseNumber } from '../../../lib/format/numbers.ts';
import { monthDayYear } from '../../../lib/format/times.ts';
import { buttonClass } from '../../../ui/button.ts';
import dialogCss from '../../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import form from '../../../ui/forms/form.module.css';
import { words as common } from '../../../ui/words.ts';
import css from '../data.module.css';
import { closesAroundQuery, type Job } from '../queries.ts';
import { dataWords as words } from '../words.ts';

interface Props {
	place: { readonly ticker: string; readonly ticker_id: number; readonly date: string };
	/** The proposed ratio; null if there is none. */
	ratio: number | null;
	jump: { readonly before: number; readonly after: number } | null;
	/** Whether the price jumped inside a session. Such a jump is a wrong bar or a genuine move, never a split. */
	isWithin?: boolean;
	/** Whether an earlier decision can be revoked. */
	revocable: boolean;
	/** Called with the job that carries out the decision. */
	onQueued: (job: Pick<Job, 'id'>) => void;
	close: () => void;
}

/** Dialog with the prices around a jump. It offers the possible decisions: a split, a genuine move, or revoking the current decision. Opens on mount. */
export function SplitDialog({ place: { ticker, ticker_id, date }, ratio, jump, isWithin = false, revocable, onQueued, close }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const { api } = useRouteContext({ from: '__root__' });
	const { data: closes } = useQuery(closesAroundQuery(api, ticker_id, date));
	const [typed, setTyped] = useState(ratio === null ? '' : String(ratio));
	const number = parseNumber(typed) ?? 0;
	const isValidRatio = number > 0 && number <= 10_000 && number !== 1;
	const place = { ticker_id, date };
	const decide = async (body: Parameters<typeof api.operations.splits>[0]['body']): Promise<string> => {
		const job = await api.operations.splits({ body });
		onQueued(job);
		dialog.current?.close();
		return words.decided(ticker);
	};
	return (
		<Dialog dialog={dialog} title={words.decideTitle(ticker, date)} size="wide" opensOnMount onClose={close}>
			{jump ? <p>{words.jumpOf(formatPrice(jump.before), formatPrice(jump.after))}</p> : null}
			{closes ? <JumpPlot label={words.around(ticker, date)} closes={closes} date={date} /> : <p role="status">{common.loading}</p>}
			{isWithin ? <p>{words.wrongBar}</p> : null}
			<div className={css['row']}>
				{isWithin ? null : (
					<>
						<label className={css['field']}>
							{words.newForOld}
							<input
								inputMode="decimal"
								autoComplete="off"
								className={form['input']}
								value={typed}
								onChange={(event) => setTyped(event.currentTarget.value)}
							/>
						</label>
						<ActionButton
							label={words.apply}
							effect={words.applyWill(ticker, typed, date)}
							confirmLabel={words.sure}
							disabled={!isValidRatio}
							act={() => decide({ apply: [{ ...place, ratio: number }] })}
						/>
					</>
				)}
				<ActionButton
					label={words.dismiss}
					effect={words.dismissWill(ticker, date)}
					confirmLabel={words.sure}
					act={() => decide({ dismiss: [place] })}
				/>
				{revocable ? (
					<ActionButton
						label={words.revoke}
						effect={words.revokeWill(ticker, date)}
						confirmLabel={words.sure}
						act={() => decide({ revoke: [place] })}
					/>
				) : null}
			</div>
			<form method="dialog" className={dialogCss['actions']}>
				<button type="submit" className={buttonClass}>
					{common.close}
				</button>
			</form>
		</Dialog>
	);
}

interface JumpPlotProps {
	label: string;
	closes: readonly { readonly date: string; readonly close: number }[];
	/** The session that opened with the jump. */
	date: string;
}

const HEIGHT = 100;

/** Plots daily closes as a line, and highlights the jump at `date`. */
function JumpPlot({ label, closes, date }: JumpPlotProps) {
	if (closes.length < 2) return <p className={css['note']}>{words.noPrices}</p>;
	const [first, last] = [closes[0], closes.at(-1)];
	const values = closes.map(({ close }) => close);
	const [low, high] = [Math.min(...values), Math.max(...values)];
	const points = values.map((close, i) => `${i},${HEIGHT - (HEIGHT * (close - low)) / (high - low || 1)}`);
	const found = closes.findIndex((one) => one.date >= date);
	const at = found < 0 ? closes.length : found;
	return (
		<figure className={css['plot']}>
			<figcaption>{label}</figcaption>
			<svg viewBox={`-1 -6 ${closes.length + 1} ${HEIGHT + 12}`} preserveAspectRatio="none" role="img" aria-label={label}>
				<polyline className={css['line']} points={points.slice(0, at).join(' ')} />
				{at > 0 && at < points.length ? <polyline className={css['leap']} points={points.slice(at - 1, at + 1).join(' ')} /> : null}
				<polyline className={css['line']} points={points.slice(at).join(' ')} />
			</svg>
			<small className={css['axis']}>
				<span>{first && monthDayYear(first.date)}</span>
				<span>{words.jumpOf(formatPrice(low), formatPrice(high))}</span>
				<span>{last && monthDayYear(last.date)}</span>
			</small>
			<p className={css['note']}>{words.aroundNote}</p>
		</figure>
	);
}
