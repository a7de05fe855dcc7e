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

/** Returns the headings of a text page, in order. */
export function contentsOf(path: TextPath): readonly ContentsLink[] {
	return TEXTS[path].map(({ title }, i) => ({ anchor: anchorOf(i), title }));
}

/** Shows the content of a text page. */
export function InformationText({ path }: { path: TextPath }) {
	return TEXTS[path].map((section, i) => <Section key={section.title} anchor={anchorOf(i)} {...section} />);
}

function anchorOf(index: number): string {
	return `section-${index + 1}`;
}

/** A section with more than one paragraph is as wide as the page, which shows its text in two columns. */
function Section({ anchor, title, paragraphs = [], rows = [] }: InformationSection & { anchor: string }) {
	return (
		<section id={anchor} className={paragraphs.length + rows.length > 1 ? css['long'] : undefined}>
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

/** A heading of a page, with the id of its element. */
interface ContentsLink {
	readonly anchor: string;
	readonly title: string;
}

interface Props {
	page: InformationPage;
	operator: Operator | null;
	/** The operator's own page. It replaces the product's text. */
	ownPage: OwnPage | null;
	/** The headings of the product's text, listed next to it on wide screens. */
	contents: readonly ContentsLink[];
	/** The product's text. */
	children: ReactNode;
}

const TITLE_ID = 'title';

/**
 * Shows a text page with the operator's name and a contact button. On the operator's own page, a missing name isn't pointed out, because the text may
 * contain it.
 */
export function InformationBody({ page, operator, ownPage, contents, children }: Props) {
	const operatorSection = <OperatorSection operator={operator} isNamed={ownPage === null || operator !== null} />;
	if (ownPage)
		return (
			<article className={css['page']}>
				{/* biome-ignore lint/security/noDangerouslySetInnerHtml: our Markdown parser creates this HTML, and escapes HTML in the operator's text */}
				<div className={css['own']} dangerouslySetInnerHTML={{ __html: ownPage.html }} />
				{operatorSection}
			</article>
		);
	return (
		<article className={`${css['page']} ${css['listed']}`}>
			<h1 id={TITLE_ID}>{page.title}</h1>
			<nav className={css['contents']} aria-labelledby={TITLE_ID}>
				{contents.map(({ anchor, title }) => (
					<a key={anchor} href={`#${anchor}`}>
						{title}
					</a>
				))}
			</nav>
			<div className={css['sections']}>
				{children}
				{operatorSection}
			</div>
		</article>
	);
}

/** `isNamed`: whether the section says who the operator is, or that they haven't added their name. */
function OperatorSection({ operator, isNamed }: { operator: Operator | null; isNamed: boolean }) {
	return (
		<section className={css['operator']}>
			{isNamed ? (
				<>
					<h2>{words.operator}</h2>
					<p>{operator ? [operator.name, operator.address].filter((part) => part !== null).join(', ') : words.noOperator}</p>
				</>
			) : null}
			<button type="button" className={`${css['contact']} needs-script`} data-act="contact">
				{words.contact}
			</button>
		</section>
	);
}
