import { expect, it } from 'vitest';
import { browserName } from '../lib/browserName';

it('tells browsers apart', () => {
  const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
  expect(browserName(chrome)).toBe('Chrome, Windows');
  expect(browserName(`${chrome} Edg/140.0`)).toBe('Edge, Windows');
  expect(browserName('Mozilla/5.0 (iPhone; CPU iPhone OS 18 like Mac OS X) Version/18 Safari/604.1')).toBe(
    'Safari, iPhone',
  );
  expect(browserName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox, Linux');
  expect(browserName('curl/8')).toBe(null);
});
