/** The part of `readiness` that a page shows. */
export interface Progress {
	status: 'starting' | 'ready' | 'stopping' | 'failed';
	phase: string;
	progress: number | null;
}

/** Shown before the first report: reloads by itself, without a script. */
export function startingPage({ phase, progress }: Progress, nonce: string): string {
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="2">
<title>Signalwheel is starting</title>
<style nonce="${nonce}">:root{color-scheme:dark light}body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}progress{width:100%}</style>
</head><body><main><h1>Signalwheel is starting</h1><p role="status">${escaped(phase)}</p>
<p>No market is loaded yet.</p>
<progress aria-label="Progress"${progress === null ? '' : ` value="${progress}"`}></progress></main></body></html>`;
}

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}
