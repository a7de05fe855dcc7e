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
	split: { readonly ticker: string; readonly ticker_id: number; readonly date: string };
	/** The proposed ratio; null if there is none. */
	ratio: number | null;
	jump: { readonly before: number; readonly after: number } | null;
	/** Whether the price jumped inside a session. Such a jump is a wrong bar or a genuine move, never a split. */
	isInsideSession?: boolean;
	/** Whether an earlier decision can be revoked. */
	isRevocable: boolean;
	/** Called with the job that carries out the decision. */
	onQueued: (job: Pick<Job, 'id'>) => void;
	close: () => void;
}

/** Dialog with the prices around a jump. It offers the possible decisions: a split, a genuine move, or revoking the current decision. Opens on mount. */
export function SplitDialog({
	split: { ticker, ticker_id, date },
	ratio,
	jump,
	isInsideSession = false,
	isRevocable,
	onQueued,
	close,
}: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const { api } = useRouteContext({ from: '__root__' });
	const { data: closes } = useQuery(closesAroundQuery(api, ticker_id, date));
	const [ratioText, setRatioText] = useState(ratio === null ? '' : String(ratio));
	const parsedRatio = parseNumber(ratioText) ?? 0;
	const isValidRatio = parsedRatio > 0 && parsedRatio <= 10_000 && parsedRatio !== 1;
	const splitKey = { ticker_id, date };
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
			{isInsideSession ? <p>{words.wrongBar}</p> : null}
			<div className={css['row']}>
				{isInsideSession ? null : (
					<>
						<label className={css['field']}>
							{words.newForOld}
							<input
								inputMode="decimal"
								autoComplete="off"
								className={form['input']}
								value={ratioText}
								onChange={(event) => setRatioText(event.currentTarget.value)}
							/>
						</label>
						<ActionButton
							label={words.apply}
							effect={words.applyEffect(ticker, ratioText, date)}
							confirmLabel={words.confirmLabel}
							disabled={!isValidRatio}
							act={() => decide({ apply: [{ ...splitKey, ratio: parsedRatio }] })}
						/>
					</>
				)}
				<ActionButton
					label={words.dismiss}
					effect={words.dismissEffect(ticker, date)}
					confirmLabel={words.confirmLabel}
					act={() => decide({ dismiss: [splitKey] })}
				/>
				{isRevocable ? (
					<ActionButton
						label={words.revoke}
						effect={words.revokeEffect(ticker, date)}
						confirmLabel={words.confirmLabel}
						act={() => decide({ revoke: [splitKey] })}
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
	const foundIndex = closes.findIndex((point) => point.date >= date);
	const jumpIndex = foundIndex < 0 ? closes.length : foundIndex;
	return (
		<figure className={css['plot']}>
			<figcaption>{label}</figcaption>
			<svg viewBox={`-1 -6 ${closes.length + 1} ${HEIGHT + 12}`} preserveAspectRatio="none" role="img" aria-label={label}>
				<polyline className={css['line']} points={points.slice(0, jumpIndex).join(' ')} />
				{jumpIndex > 0 && jumpIndex < points.length ? (
					<polyline className={css['leap']} points={points.slice(jumpIndex - 1, jumpIndex + 1).join(' ')} />
				) : null}
				<polyline className={css['line']} points={points.slice(jumpIndex).join(' ')} />
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
