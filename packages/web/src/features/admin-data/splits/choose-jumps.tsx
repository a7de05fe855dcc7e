import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../../entities/administration/action-button.tsx';
import type { AdminColumn } from '../../../entities/administration/admin-table.tsx';
import type { Api } from '../../../lib/api/client.ts';
import { buttonClass } from '../../../ui/button.ts';
import { snack } from '../../../ui/snackbars/snack.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import css from '../data.module.css';
import { allQuarantined, type Job, type Quarantined } from '../queries.ts';
import { dataWords as words } from '../words.ts';

/** A jump with a date, which a decision requires. */
export type Dated = Quarantined & { date: string };

/** 'ratio': a common split ratio explains the jump. 'none': no common ratio does. 'within': a quarter-hour jumped within its session. */
const CAUSES = ['ratio', 'none', 'within'] as const;

/** Jumps per request. */
const MOST = 1_000;

export interface ChosenJumps {
	readonly items: readonly Dated[];
	has(one: Dated): boolean;
	toggle(one: Dated): void;
	replace(all: readonly Dated[]): void;
}

/** The selected jumps; the selection is kept from page to page. */
export function useChosenJumps(): ChosenJumps {
	const [chosen, choose] = useState<ReadonlyMap<string, Dated>>(new Map());
	return {
		items: [...chosen.values()],
		has: (one) => chosen.has(keyOf(one)),
		toggle: (one) =>
			choose((before) => {
				const next = new Map(before);
				if (!next.delete(keyOf(one))) next.set(keyOf(one), one);
				return next;
			}),
		replace: (all) => choose(new Map(all.map((one) => [keyOf(one), one]))),
	};
}

function keyOf({ ticker_id, date }: Dated): string {
	return `${ticker_id} ${date}`;
}

export function chosenColumn(chosen: ChosenJumps): AdminColumn<Quarantined, string> {
	return {
		key: 'select',
		label: words.select,
		cell: (one) =>
			isDated(one) ? (
				<label className={css['select']}>
					<input
						type="checkbox"
						aria-label={words.selectNamed(one.ticker, one.date)}
						checked={chosen.has(one)}
						onChange={() => chosen.toggle(one)}
					/>
				</label>
			) : null,
	};
}

function isDated(one: Quarantined): one is Dated {
	return one.date !== null;
}

interface Props {
	chosen: ChosenJumps;
	/** Called with the job that carries out the decision. */
	asked: (job: Pick<Job, 'id'>) => void;
}

/** Selects all jumps of one cause on all pages, and decides the selected ones in one call. */
export function DecideMany({ chosen, asked }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { send, busy } = useSubmit();
	const { items } = chosen;
	const splits = items.filter((one) => causeOf(one) === 'ratio');
	const select = async (cause: (typeof CAUSES)[number]): Promise<void> => {
		const found = (await allQuarantined(api, MOST)).filter(isDated).filter((one) => causeOf(one) === cause);
		chosen.replace(found);
		if (found.length === 0) snack.info(words.selectCause(cause), words.noneOfCause);
	};
	const decide = async (body: Parameters<Api['operations']['splits']>[0]['body']): Promise<string> => {
		asked(await api.operations.splits({ body }));
		chosen.replace([]);
		return words.decidedMany(items.length);
	};
	return (
		<div className={css['row']}>
			{CAUSES.map((cause) => (
				<button
					key={cause}
					type="button"
					className={buttonClass}
					disabled={busy}
					onClick={() => send(() => select(cause).catch((error: Error) => snack.error(words.selectCause(cause), error.message)))}
				>
					{words.selectCause(cause)}
				</button>
			))}
			<ActionButton
				label={words.dismissMany(items.length)}
				will={words.dismissManyWill(items.length)}
				sure={words.sure}
				disabled={items.length === 0 || items.length > MOST}
				act={() => decide({ dismiss: items.map(placeOf) })}
			/>
			<ActionButton
				label={words.applyMany(items.length)}
				will={words.applyManyWill(items.length)}
				sure={words.sure}
				disabled={items.length === 0 || items.length > MOST || splits.length < items.length}
				act={() => decide({ apply: splits.map((one) => ({ ...placeOf(one), ratio: one.candidates[0] ?? 1 })) })}
			/>
			<button type="button" className={buttonClass} disabled={items.length === 0} onClick={() => chosen.replace([])}>
				{words.selectNone}
			</button>
		</div>
	);
}

function placeOf({ ticker_id, date }: Dated): { ticker_id: number; date: string } {
	return { ticker_id, date };
}

function causeOf({ at, candidates }: Quarantined): (typeof CAUSES)[number] {
	if (at !== null) return 'within';
	return candidates.length > 0 ? 'ratio' : 'none';
}
