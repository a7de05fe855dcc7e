import { maxLength, type Rule, required } from '@sw/domain/access/form-rules';
import { BILLING_PERIODS, type BillingPeriod, periodLabel } from '@sw/domain/billing/plan';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef } from 'react';
import { ADMIN } from '../../entities/administration/admin-query.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormBox } from '../../ui/forms/form-box.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { words as common } from '../../ui/words.ts';
import css from './commerce.module.css';
import { planWords as words } from './plan-words.ts';
import type { Plan } from './queries.ts';

const days: Rule = (value) => (/^\d{1,3}$/.test(value.trim()) && Number(value) <= 365 ? null : words.trialRule);

const RULES = {
	name: [required(), maxLength(100, words.nameRule)],
	license: [],
	period: [],
	provider_product_id: [maxLength(64, words.numberRule)],
	trial_days: [days],
	is_active: [],
};
const PERIODS = BILLING_PERIODS.map(({ name }) => name);
const SOLD = ['true', 'false'];

/** Creates a plan (`plan` null) or changes one. Opens itself. */
export function PlanDialog({ plan, named, close }: { plan: Plan | null; named: (plan: Plan) => string; close: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const form = useForm(RULES, initial(plan), async (values) => {
		const body = {
			name: values.name.trim(),
			license: values.license as Licence,
			period: values.period as BillingPeriod,
			provider_product_id: values.provider_product_id.trim() || null,
			trial_days: Number(values.trial_days),
			is_active: values.is_active === 'true',
		};
		const done = plan
			? words.changed(named(await api.billing.changeProduct({ params: { id: plan.id }, body })))
			: words.made(named(await api.billing.createProduct({ body })));
		await queryClient.invalidateQueries({ queryKey: ADMIN });
		snack.info(words.title, done);
		dialog.current?.close();
	});
	return (
		<Dialog dialog={dialog} title={plan ? words.editNamed(named(plan)) : words.newPlan} opensItself onClose={close}>
			<FormBox form={form} submit={common.save} cancel={() => dialog.current?.close()}>
				<Field form={form} name="name" label={words.name} />
				<SelectField form={form} name="license" label={words.license} options={LICENCES} />
				<SelectField
					form={form}
					name="period"
					label={words.period}
					options={PERIODS}
					labelOf={(period) => periodLabel(period as BillingPeriod)}
				/>
				<Field form={form} name="provider_product_id" label={words.number} hint={words.numberHint} />
				<Field form={form} name="trial_days" label={words.trialDays} />
				<SelectField
					form={form}
					name="is_active"
					label={words.isSold}
					options={SOLD}
					labelOf={(one) => (one === 'true' ? words.sold : words.notSold)}
				/>
				<p className={css['note']}>{words.soldHint}</p>
			</FormBox>
		</Dialog>
	);
}

function initial(plan: Plan | null) {
	return {
		name: plan?.name ?? '',
		license: plan?.license ?? LICENCES[0],
		period: plan?.period ?? PERIODS[0] ?? '',
		provider_product_id: plan?.provider_product_id ?? '',
		trial_days: String(plan?.trial_days ?? 0),
		is_active: String(plan?.is_active ?? false),
	};
}
