import { createFileRoute, Link } from '@tanstack/react-router';
import css from '../features/about/about.module.css';
import { aboutTitles } from '../features/about/titles.ts';
import { words } from '../features/about/words.ts';
import { pageHead } from '../lib/head.ts';
import { buttonClass } from '../ui/button.ts';
import page from '../ui/page.module.css';

const About = () => (
	<article className={`${page['page']} ${css['about']}`}>
		<h1 className={page['title']}>{aboutTitles.title}</h1>
		<p className={css['lead']}>{words.lead}</p>
		{words.sections.map(({ title, paragraphs }) => (
			<section key={title}>
				<h2 className={css['title']}>{title}</h2>
				{paragraphs.map((paragraph) => (
					<p key={paragraph}>{paragraph}</p>
				))}
			</section>
		))}
		<p className={css['links']}>
			<Link to="/main" className={buttonClass}>
				{words.toList}
			</Link>
			<Link to="/prices" className={buttonClass}>
				{words.toPrices}
			</Link>
		</p>
	</article>
);

export const Route = createFileRoute('/about')({
	head: ({ match }) =>
		pageHead({ title: aboutTitles.title, description: aboutTitles.description, path: '/about', origin: match.context.origin }),
	component: About,
});
