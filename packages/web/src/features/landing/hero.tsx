import { VISITOR_TICKERS_A_DAY } from '@sw/domain/access/allowance';
import type { ExtremeTab } from '@sw/domain/signals/sector';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import type { ReactNode } from 'react';
import { type AnnotatedCard, AnnotatedHead } from '../../charts/wheel/annotated-head.tsx';
import { notesOf } from '../../charts/wheel/annotated-notes.tsx';
import { AnnotatedWheel } from '../../charts/wheel/annotated-wheel.tsx';
import type { TrackRecord } from '../../lib/api/types.ts';
import { Evidence } from './evidence.tsx';
import css from './hero.module.css';
import { describeCard } from './plain-sentence.ts';
import { landingWords as words } from './words.ts';

/** A real card of the current report, with all its rings. */
export interface HeroCard extends AnnotatedCard {
	readonly tab: ExtremeTab;
	readonly rate: number;
	readonly wheel: WheelModel;
	/** Description of the wheel in one sentence. */
	readonly sentence: string;
}

interface Props {
	/** undefined if no report has a card. */
	card: HeroCard | undefined;
	/** null until measured. */
	record: TrackRecord | null;
	/** Why there is no card: nothing is extreme, there is no report yet, or prices of this data source can't be public. */
	reason?: keyof typeof words.none;
	/** Whether anyone can create an account. */
	canSignUp?: boolean;
	/** Shown instead of the card. */
	children?: ReactNode;
}

/** Shows a new visitor what the product is, one real card with each part explained, and the sign-up link. */
export function Hero({ card, record, reason = 'early', canSignUp = true, children }: Props) {
	return (
		<div className={css['hero']} data-part="hero" data-held="">
			<div>
				<h1 className={css['lead']}>
					{words.lead} <span className={css['quiet']}>{words.leadRest}</span>
				</h1>
				<p className={css['ways']}>
					<a href={canSignUp ? '/auth/signup' : '/auth/signin'} className={css['create']} rel="nofollow">
						{canSignUp ? words.create : words.signIn}
					</a>
					<a href="/about" className={css['how']}>
						{words.how}
					</a>
				</p>
				<p className={css['facts']}>{words.free(VISITOR_TICKERS_A_DAY)}</p>
			</div>
			{children ??
				(card ? (
					<Example card={card} record={record} />
				) : (
					<section className={css['example']}>
						<p className={css['plain']}>{words.none[reason].title}</p>
						<p className={css['facts']}>{words.none[reason].detail}</p>
					</section>
				))}
		</div>
	);
}

function Example({ card, record }: { card: HeroCard; record: TrackRecord | null }) {
	return (
		<section className={css['example']} aria-label={words.example}>
			<AnnotatedHead card={card} />
			<AnnotatedWheel wheel={card.wheel} centre={String(card.rate)} label={card.sentence} notes={notesOf(card.wheel)} />
			<p className={css['plain']}>{describeCard(card.ticker, card.tab, card.wheel)}</p>
			<Evidence record={record}>
				<a href="/about" className={css['method']}>
					{words.method}
				</a>
			</Evidence>
		</section>
	);
}
