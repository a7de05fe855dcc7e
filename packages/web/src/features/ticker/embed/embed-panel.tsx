import { createEmbedUrl, EMBED_THEMES, type EmbedTheme, frameHtml, pictureHtml } from '@sw/domain/previews/markup';
import type { Tab } from '@sw/domain/signals/sector';
import { useRouteContext } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { sitePath } from '../../../lib/address/site-path.ts';
import { buttonClass } from '../../../ui/button.ts';
import field from '../../../ui/form.module.css';
import { copyText } from '../../../ui/snackbars/copy.ts';
import { copyWords } from '../../../ui/snackbars/copy-words.ts';
import css from './embed-panel.module.css';
import { embedWords as words } from './embed-words.ts';

export interface EmbedProps {
	id: number;
	ticker: string;
	tab: Tab;
}

interface SnippetProps {
	kind: 'card' | 'wheel';
	ticker: string;
	html: string;
}

/** Shows a ticker's embed codes in the colors that the reader chooses, with a preview. */
export function EmbedPanel({ id, ticker, tab }: EmbedProps) {
	const { origin } = useRouteContext({ from: '__root__' });
	const [theme, setTheme] = useState<EmbedTheme>('auto');
	const [isPreviewMissing, setIsPreviewMissing] = useState(false);
	const options = { id, tab, theme };
	return (
		<div className={css['embed']}>
			<p className={css['note']}>{words.lead}</p>
			<label className={css['theme']}>
				{words.colours}
				<select
					className={field['input']}
					value={theme}
					onChange={(event) => setTheme(EMBED_THEMES.find((themeName) => themeName === event.currentTarget.value) ?? 'auto')}
				>
					{EMBED_THEMES.map((themeName) => (
						<option key={themeName} value={themeName}>
							{words.themes[themeName]}
						</option>
					))}
				</select>
			</label>
			<div className={css['snippets']}>
				<Snippet kind="card" ticker={ticker} html={frameHtml(createEmbedUrl(origin, 'card', options), words.title(ticker))} />
				<Snippet kind="wheel" ticker={ticker} html={pictureHtml(createEmbedUrl(origin, 'wheel', options), words.alt(ticker))} />
			</div>
			{isPreviewMissing ? (
				<p className={css['note']} role="status">
					{words.missing}
				</p>
			) : (
				<img
					className={css['preview']}
					src={sitePath(createEmbedUrl('', 'wheel', options))}
					alt={words.preview}
					onError={() => setIsPreviewMissing(true)}
				/>
			)}
		</div>
	);
}

function Snippet({ kind, ticker, html }: SnippetProps) {
	const id = useId();
	const name = words[kind];
	return (
		<div className={css['snippet']}>
			<label htmlFor={id}>
				{name} <small>{words.kinds[kind]}</small>
			</label>
			<button
				type="button"
				className={buttonClass}
				aria-label={copyWords.copyNamed(name)}
				onClick={() => copyText(words.copied(name, ticker), html)}
			>
				{copyWords.copy}
			</button>
			{/* Focusing the field selects the whole code, for browsers in which the copy button doesn't work. */}
			<textarea
				id={id}
				className={`${field['input']} ${css['code']}`}
				rows={3}
				readOnly
				spellCheck={false}
				value={html}
				onFocus={(event) => event.currentTarget.select()}
			/>
		</div>
	);
}
