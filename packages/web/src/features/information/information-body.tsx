import type { InformationPage, Operator } from '@sw/domain/outreach/information';
import { faq } from './faq.ts';
import css from './information.module.css';
import { privacy } from './privacy.ts';
import type { InformationSection } from './section.ts';
import { terms } from './terms.ts';
import { informationWords as words } from './words.ts';

const TEXTS: Readonly<Record<InformationPage['path'], readonly InformationSection[]>> = {
	'/faq': faq,
	'/privacy-policy': privacy,
	'/terms-of-use': terms,
};

const Section = ({ title, paragraphs = [], rows = [] }: InformationSection) => (
	<section>
		<h2>{title}</h2>
		{paragraphs.map((text) => (
			<p key={text}>{text}</p>
		))}
		{rows.length === 0 ? null : (
			<dl>
				{rows.map(([name, about]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{about}</dd>
					</div>
				))}
			</dl>
		)}
	</section>
);

/** A page of words, and who says them. */
export const InformationBody = ({ page, operator }: { page: InformationPage; operator: Operator | null }) => (
	<article className={css['page']}>
		<h1>{page.title}</h1>
		{TEXTS[page.path].map((section) => (
			<Section key={section.title} {...section} />
		))}
		<section className={css['operator']}>
			<h2>{words.operator}</h2>
			<p>{operator ? [operator.name, operator.address].filter((part) => part !== null).join(', ') : words.nobody}</p>
			<button type="button" className={`${css['contact']} needs-script`} data-act="contact">
				{words.contact}
			</button>
		</section>
	</article>
);
