import { USUAL_CURRENCY } from '@sw/domain/billing/plan';
import { useQueryClient } from '@tanstack/react-query';
import { useHydrated, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { ADMIN } from '../../entities/administration/admin-query.ts';
import { buttonClass } from '../../ui/button.ts';
import dialogCss from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import formCss from '../../ui/forms/form.module.css';
import { snack } from '../../ui/snackbars/snack.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { words as common } from '../../ui/words.ts';
import css from './commerce.module.css';
import { planWords as words } from './plan-words.ts';
import { type PriceRow, priceChanges, rowsOf } from './price-changes.ts';
import type { Plan } from './queries.ts';

const NEW: PriceRow = { currency: '', text: '', isKnown: false };

/** The prices of one plan in all currencies. Opens itself. */
export function PricesDialog({ plan, name, close }: { plan: Plan; name: string; close: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const queryClient = useQueryClient();
	const hydrated = useHydrated();
	const { api } = useRouteContext({ from: '__root__' });
	const [rows, setRows] = useState<readonly PriceRow[]>(() =>
		plan.prices.length === 0 ? [{ ...NEW, currency: USUAL_CURRENCY }] : rowsOf(plan),
	);
	const { send, busy, failure } = useSubmit();
	const set = (n: number, change: Partial<PriceRow>): void =>
		setRows((now) => now.map((row, i) => (i === n ? { ...row, ...change } : row)));
	const save = async (): Promise<void> => {
		const changes = priceChanges(plan, rows);
		if (typeof changes === 'string') throw new Error(changes);
		if (changes.length > 0)
			await api.billing.updatePrices({ body: { prices: changes.map((change) => ({ product_id: plan.id, ...change })) } });
		await queryClient.invalidateQueries({ queryKey: ADMIN });
		snack.info(words.title, words.pricesSaved(name, changes.length));
		dialog.current?.close();
	};
	const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		send(save);
	};
	return (
		<Dialog dialog={dialog} title={words.setPricesNamed(name)} opensItself onClose={close}>
			<form method="post" className={css['prices']} onSubmit={onSubmit} noValidate>
				{rows.map((row, n) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: rows are only added, at the end
					<div key={n} className={css['price']}>
						<label className={formCss['field']}>
							<span className={formCss['label']}>{words.currency}</span>
							<input
								className={formCss['input']}
								aria-label={words.currencyOf(n + 1)}
								value={row.currency}
								maxLength={3}
								readOnly={row.isKnown}
								autoComplete="off"
								onChange={({ currentTarget }) => set(n, { currency: currentTarget.value.toUpperCase() })}
							/>
						</label>
						<label className={formCss['field']}>
							<span className={formCss['label']}>{words.amount}</span>
							<input
								className={formCss['input']}
								aria-label={words.amountOf(row.currency)}
								value={row.text}
								inputMode="decimal"
								maxLength={12}
								autoComplete="off"
								onChange={({ currentTarget }) => set(n, { text: currentTarget.value })}
							/>
						</label>
					</div>
				))}
				<p className={css['note']}>{words.amountHint}</p>
				<p className={dialogCss['failure']} role="alert">
					{failure}
				</p>
				<div className={dialogCss['actions']}>
					<button type="submit" className={`${buttonClass} ${formCss['submit']}`} disabled={busy || !hydrated}>
						{common.save}
					</button>
					<button type="button" className={buttonClass} onClick={() => setRows((now) => [...now, NEW])}>
						{words.addCurrency}
					</button>
					<button type="button" className={buttonClass} onClick={() => dialog.current?.close()}>
						{common.cancel}
					</button>
				</div>
			</form>
		</Dialog>
	);
}
