import { periodLabel } from '@sw/domain/billing/plan';
import { useRouteContext } from '@tanstack/react-router';
import { formatMoney } from '../../lib/format/money.ts';
import { buttonClass } from '../../ui/button.ts';
import panel from '../../ui/content/settings-panel.module.css';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { Notice } from '../../ui/states/notice.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { explainRejection } from './explain-rejection.ts';
import { isContinuing } from './next-step.ts';
import css from './plans.module.css';
import { profilePlanWords as words } from './profile-words.ts';
import type { Subscription } from './queries.ts';
import { dateText } from './words.ts';

interface Props {
	of: Subscription;
	/** Fetches it again, and the resulting licence. */
	again(): Promise<void>;
}

/** A subscription that is active or whose licence is: the next charge, renewal and cancellation. */
export function OwnSubscription({ of, again, mayChange }: Props & { mayChange: boolean }) {
	return (
		<>
			{of.failed_attempts > 0 && isContinuing(of) ? <Failed of={of} /> : null}
			<Facts of={of} />
			{mayChange ? (
				<>
					{isContinuing(of) ? <Renewal of={of} again={again} /> : null}
					<Ending of={of} again={again} />
				</>
			) : (
				<p>
					{words.noProvider}{' '}
					<button type="button" className={`${css['link']} needs-script`} data-act="contact" data-subject={of.order_code}>
						{words.contact}
					</button>
				</p>
			)}
		</>
	);
}

function Ending({ of, again }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const until = of.paid_until === null ? null : dateText(of.paid_until);
	const end = async (work: Promise<unknown>, said: string): Promise<void> => {
		await explainRejection(work);
		snack.info(words.title, said);
		await again();
	};
	const finishDetail = words.finishDetail(of.name, until);
	const terminateDetail = words.terminateDetail(of.name, until);
	return (
		<>
			<h3 className={css['part']}>{words.cancel}</h3>
			{isContinuing(of) ? (
				<div className={css['way']}>
					<p>{finishDetail}</p>
					<ConfirmButton
						label={words.finish}
						detail={finishDetail}
						sure={words.finishSure}
						act={() => end(api.billing.finishSubscription({ body: {} }), words.finished)}
					/>
				</div>
			) : null}
			<div className={css['way']}>
				<p>{terminateDetail}</p>
				<ConfirmButton
					label={words.terminate}
					detail={terminateDetail}
					sure={words.terminateSure}
					act={() => end(api.billing.terminateSubscription({ body: {} }), words.terminated)}
				/>
			</div>
		</>
	);
}

function Renewal({ of, again }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { send, busy, failure } = useSubmit();
	const other = of.renewal_type === 'auto' ? 'manual' : 'auto';
	const change = async (): Promise<void> => {
		await explainRejection(api.billing.changeRenewalType({ body: { renewal_type: other } }));
		snack.info(words.title, words.changed);
		await again();
	};
	const until = other === 'auto' ? (of.next_charge?.time ?? of.paid_until) : of.paid_until;
	return (
		<div className={css['way']}>
			<p>{words.renewalDetail[other](until === null ? null : dateText(until))}</p>
			<p className={css['fault']} role="alert">
				{failure}
			</p>
			<button type="button" className={buttonClass} disabled={busy} onClick={() => send(change)}>
				{words.renewalChange[other]}
			</button>
		</div>
	);
}

function Failed({ of: { failed_attempts: times, name, next_charge: next, licence_until } }: { of: Subscription }) {
	return (
		<Notice>
			<p>
				{[
					words.failed(times, name),
					...(next ? [words.triedAgain(dateText(next.time))] : []),
					...(licence_until === null ? [] : [words.keepsUntil(dateText(licence_until))]),
					words.lookAtCard,
				].join(' ')}
			</p>
		</Notice>
	);
}

function Facts({ of }: { of: Subscription }) {
	return (
		<dl className={panel['facts']}>
			<dt>{words.plan}</dt>
			<dd>
				{of.name}, {periodLabel(of.period).toLowerCase()}
			</dd>
			<dt>{words.state}</dt>
			<dd>
				{words.states[of.status]}
				{of.is_on_trial ? `, ${words.trial}` : ''}
			</dd>
			<dt>{words.paidUntil}</dt>
			<dd>{dateOr(of.paid_until, words.nothingPaid)}</dd>
			<dt>{words.nextCharge}</dt>
			<dd>{nextCharge(of)}</dd>
			{isContinuing(of) ? (
				<>
					<dt>{words.renewal}</dt>
					<dd>{words.renewals[of.renewal_type]}</dd>
				</>
			) : null}
		</dl>
	);
}

function dateOr(iso: string | null, none: string): string {
	return iso === null ? none : dateText(iso);
}

function nextCharge({ next_charge: next }: Subscription): string {
	if (!next) return words.noCharge;
	const { time, amount, currency } = next;
	return amount === null || currency === null ? dateText(time) : `${dateText(time)}, ${formatMoney(amount, currency)}`;
}
