"""What all pages share."""

import json

from hypothesis import given
from hypothesis import strategies as st

from seamark.pages.page import script_json


@given(st.text())
def test_no_name_can_end_a_script_element(name):
    script = script_json({"name": f"{name}</script><!--\u2028&{name}"})
    assert not {"<", ">", "&", "\u2028", "\u2029"} & set(script)
    assert json.loads(script)["name"] == f"{name}</script><!--\u2028&{name}"
