"""The mails a server sends, by language and purpose: subject and text."""

from __future__ import annotations

from typing import Literal

Purpose = Literal["reset", "confirm"]

TEXTS: dict[str, dict[Purpose, tuple[str, str]]] = {
    "en": {
        "reset": (
            "Tabiji: choose a new password",
            "Hello {name},\n\nto choose a new password for {site}, open this link within an hour:\n\n{link}\n\n"
            "If you did not ask for it, you need not do anything.\n",
        ),
        "confirm": (
            "Tabiji: confirm your address",
            "Hello {name},\n\nto confirm this address for {site}, open this link within an hour:\n\n{link}\n\n"
            "If you did not ask for it, you need not do anything.\n",
        ),
    },
    "ru": {
        "reset": (
            "Tabiji: новый пароль",
            "Здравствуйте, {name}!\n\nЧтобы выбрать новый пароль для {site}, откройте эту ссылку в течение часа:\n\n"
            "{link}\n\nЕсли вы об этом не просили, ничего делать не нужно.\n",
        ),
        "confirm": (
            "Tabiji: подтвердите адрес",
            "Здравствуйте, {name}!\n\nЧтобы подтвердить этот адрес для {site}, откройте эту ссылку в течение часа:\n\n"
            "{link}\n\nЕсли вы об этом не просили, ничего делать не нужно.\n",
        ),
    },
    "pl": {
        "reset": (
            "Tabiji: nowe hasło",
            "Cześć {name},\n\naby wybrać nowe hasło do {site}, otwórz ten link w ciągu godziny:\n\n{link}\n\n"
            "Jeśli to nie Twoja prośba, nie musisz nic robić.\n",
        ),
        "confirm": (
            "Tabiji: potwierdź adres",
            "Cześć {name},\n\naby potwierdzić ten adres dla {site}, otwórz ten link w ciągu godziny:\n\n{link}\n\n"
            "Jeśli to nie Twoja prośba, nie musisz nic robić.\n",
        ),
    },
    "es": {
        "reset": (
            "Tabiji: elige una contraseña nueva",
            "Hola, {name}:\n\nPara elegir una contraseña nueva en {site}, abre este enlace antes de una hora:\n\n{link}"
            "\n\nSi no lo has pedido tú, no tienes que hacer nada.\n",
        ),
        "confirm": (
            "Tabiji: confirma tu dirección",
            "Hola, {name}:\n\nPara confirmar esta dirección en {site}, abre este enlace antes de una hora:\n\n{link}"
            "\n\nSi no lo has pedido tú, no tienes que hacer nada.\n",
        ),
    },
    "hu": {
        "reset": (
            "Tabiji: új jelszó",
            "Szia {name}!\n\nÚj jelszót itt választhatsz a következőhöz: {site}. A link egy óráig érvényes:\n\n{link}"
            "\n\nHa nem te kérted, nincs teendőd.\n",
        ),
        "confirm": (
            "Tabiji: erősítsd meg a címedet",
            "Szia {name}!\n\nEzt a címet itt erősítheted meg a következőhöz: {site}. A link egy óráig érvényes:\n\n"
            "{link}\n\nHa nem te kérted, nincs teendőd.\n",
        ),
    },
}
