import { periodLabel } from '@sw/domain/billing/plan';
import { Link, useRouterState } from '@tanstack/react-router';
import type { Profile } from '../../entities/session/session-query.ts';
import { useSignUpMode } from '../../entities/session/site-query.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { buttonClass } from '../../ui/button.ts';
import { isContinuing, type Step } from './next-step.ts';
import css from './plans.module.css';
import type { Offer, Subscription } from './queries.ts';
import { dateText, planWords as words } from './words.ts';

interface Props {
	step: Step;
	name: string;
	offer: Offer | undefined;
	period: Offer['period'];
	currency: string;
	profile: Profile | null;
	subscription: Subscription | null;
	/** The page's only primary button. */
	isNext: boolean;
	order(): void;
}

/** A reader's next step for a plan, signed in or not: never a dead end. */
export function PlanStep({ step, name, offer, period, currency, profile, subscription, isNext, order }: Props) {
	const mode = useSignUpMode();
	const href = useRouterState({ select: (router) => router.location.href });
	const look = `${buttonClass} ${css['wide']} ${isNext ? css['next'] : ''}`;
	switch (step.kind) {
		case 'unsold':
		case 'ask':
			return (
				<>
					<button
						type="button"
						className={`${look} needs-script`}
						data-act="contact"
						data-subject={words.askSubject(name, periodLabel(period))}
					>
						{words.ask(name)}
					</button>
					<p className={css['note']}>
						{step.kind === 'ask' ? words.askNote : step.sold.length > 0 ? words.notIn(currency, step.sold) : words.notSold(period)}
					</p>
				</>
			);
		case 'sign-up':
			return (
				<>
					<Link to={mode === 'open' ? '/auth/signup' : '/auth/signin'} search={{ redirectTo: href }} className={look}>
						{mode === 'open' ? words.signUp(name) : words.signIn}
					</Link>
					<p className={css['note']}>{mode === 'open' ? words.signUpNote : words.notOpen[mode]}</p>
				</>
			);
		case 'confirm':
			return (
				<>
					<a href="#confirm" className={look}>
						{words.confirm}
					</a>
					<p className={css['note']}>{words.confirmNote}</p>
				</>
			);
		case 'own':
			return (
				<>
					<Link to="/profile" hash="plan" className={look}>
						{words.manage}
					</Link>
					<p className={css['note']}>{subscription ? ownNote(subscription) : null}</p>
				</>
			);
		case 'waits':
			return (
				<>
					<a href="#order" className={look}>
						{words.seeOrder}
					</a>
					<p className={css['note']}>{words.orderWaits}</p>
				</>
			);
		default: {
			const price = formatMoney(step.amount, currency);
			const replaces = subscription !== null && isContinuing(subscription);
			const label =
				step.kind === 'change-order' ? words.changeOrder(name) : replaces ? words.changeTo(name, price) : words.order(name, price);
			const trial = offer?.trial_days ?? 0;
			return (
				<>
					<button type="button" className={`${look} needs-script`} disabled={profile === null} onClick={order}>
						{label}
					</button>
					<p className={css['note']}>{trial > 0 ? words.trialNote(trial, period) : words.chargedNote(period)}</p>
				</>
			);
		}
	}
}

function ownNote({ status, next_charge: next, paid_until }: Subscription): string {
	if (status === 'suspended') return words.suspended;
	if (next)
		return words.renews(
			dateText(next.time),
			next.amount === null || next.currency === null ? null : formatMoney(next.amount, next.currency),
		);
	return paid_until === null ? '' : words.endsOn(dateText(paid_until));
}
