import { sitePath } from '../../lib/address/site-path.ts';
import css from './plans.module.css';
import type { Prices } from './queries.ts';
import { questionWords as words } from './question-words.ts';
import { planWords } from './words.ts';

/** Answers frequent questions about ordering. */
export function Questions({ payments }: { payments: Prices['payments'] }) {
	return (
		<section className={css['questions']} aria-labelledby="questions">
			<h2 id="questions">{words.title}</h2>
			<dl>
				{words.answers(payments).map(([question, answer]) => (
					<div key={question}>
						<dt>{question}</dt>
						<dd>{answer}</dd>
					</div>
				))}
			</dl>
			{/* The text pages run without a framework, so their links need a full navigation. */}
			<p className={css['more']}>
				{words.another}{' '}
				<button type="button" className={`${css['link']} needs-script`} data-act="contact">
					{planWords.contact}
				</button>{' '}
				<a href={sitePath('/faq')} className={css['link']}>
					{words.faq}
				</a>{' '}
				<a href={sitePath('/terms-of-use')} className={css['link']}>
					{words.terms}
				</a>
			</p>
			<p className={css['note']}>{planWords.hypothetical}</p>
		</section>
	);
}
