import type { InformationPage, Operator, TextPath } from '@sw/domain/outreach/information';
import type { ReactNode } from 'react';
import { faq } from './faq.ts';
import css from './information.module.css';
import type { OwnPage } from './own-page.ts';
import { privacy } from './privacy.ts';
import type { InformationSection } from './section.ts';
import { terms } from './terms.ts';
import { informationWords as words } from './words.ts';

const TEXTS: Readonly<Record<TextPath, readonly InformationSection[]>> = {
	'/faq': faq,
	'/privacy-policy': privacy,
	'/terms-of-use': terms,
};

/** Shows the content of a text page. */
export function InformationText({ path }: { path: TextPath }) {
	return TEXTS[path].map((section) => <Section key={section.title} {...section} />);
}

function Section({ title, paragraphs = [], rows = [] }: InformationSection) {
	return (
		<section>
			<h2>{title}</h2>
			{paragraphs.map((text) => (
				<p key={text}>{text}</p>
			))}
			{rows.length === 0 ? null : (
				<dl>
					{rows.map(([name, description]) => (
						<div key={name}>
							<dt>{name}</dt>
							<dd>{description}</dd>
						</div>
					))}
				</dl>
			)}
		</section>
	);
}

interface Props {
	page: InformationPage;
	operator: Operator | null;
	/** The operator's own page. It replaces the product's text. */
	ownPage: OwnPage | null;
	/** The product's text. */
	children: ReactNode;
	/** Full width, for content other than text. */
	wide: boolean;
}

/**
 * Shows a text page with the operator's name and a contact button. On the operator's own page, a missing name isn't pointed out, because the text may
 * contain it.
 */
export function InformationBody({ page, operator, ownPage, children, wide }: Props) {
	return (
		<article className={`${css['page']} ${wide ? css['wide'] : ''}`}>
			{ownPage ? (
				// biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of our own making, in which the operator's is text
				<div className={css['own']} dangerouslySetInnerHTML={{ __html: ownPage.html }} />
			) : (
				<>
					<h1>{page.title}</h1>
					{children}
				</>
			)}
			<section className={css['operator']}>
				{ownPage && !operator ? null : (
					<>
						<h2>{words.operator}</h2>
						<p>{operator ? [operator.name, operator.address].filter((part) => part !== null).join(', ') : words.noOperator}</p>
					</>
				)}
				<button type="button" className={`${css['contact']} needs-script`} data-act="contact">
					{words.contact}
				</button>
			</section>
		</article>
	);
}
