import { mount } from 'svelte';
import App from './App.svelte';
import './fonts.css';
import './theme.css';
import { locale } from './lib/i18n.svelte';
import { person } from './lib/person.svelte';
import { router } from './lib/router.svelte';
import { settings } from './lib/settings.svelte';
import { loadPage } from './pages';

router.open();
void loadPage(router.route.page).catch(() => undefined); // on its way while the words are read
const me = person.open().catch(() => undefined); // a server that is away is told by the page itself
await settings.open();
await Promise.all([locale.load('frame'), me]);
mount(App, { target: document.getElementById('app')! });
